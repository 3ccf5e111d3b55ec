/** The bench as Markdown, and its place in the README. */

import type { CallCost } from "./call-cost";
import type { CpuCost } from "./cpu";
import type { Growth } from "./growth";
import type { Load } from "./measure";

export interface Measured {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly machine: string;
  readonly bare: Load;
  readonly listener: Load;
  /** The same with every step sent to a collector, and to one that never answers. */
  readonly traced: Load;
  readonly tracedHanging: Load;
  /** Null when there is no build of the console to measure. */
  readonly nextRoute: Load | null;
  readonly rawAppends: number;
  readonly journalAppends: number;
  /** One at a time, and bare beside governed. */
  readonly calls: readonly CallCost[];
  readonly cpu: readonly CpuCost[];
  /** Whole decisions, one at a time, as sessions and the store grow. */
  readonly growth: readonly Growth[];
}

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
const short = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));
/** For what may be next to nothing. */
const fine = (value: number): string => {
  if (value < 0.001) return "under 0.001";
  return value < 1 ? value.toFixed(3) : short(value);
};

export function benchTable(m: Measured): string {
  const load = (name: string, row: Load): string => {
    const failed = row.failures > 0 ? ` (${row.failures} not allowed)` : "";
    const share = row === m.bare ? "1" : `1/${(m.bare.perSecond / row.perSecond).toFixed(1)}`;
    return `| ${name}${failed} | ${whole(row.perSecond)} | ${short(row.p50)} | ${short(row.p99)} | ${share} |`;
  };
  const ratio = (name: string, row: Load): string =>
    `| ${name} | ${whole(row.perSecond)} | ${short(row.p50)} | ${short(row.p99)} | ${(row.perSecond / m.listener.perSecond).toFixed(2)} |`;
  return [
    `${m.date}, ${m.machine}; load, server and PostgreSQL on the same machine.`,
    "",
    "| Server | requests/s | p50 ms | p99 ms | of bare |",
    "|---|--:|--:|--:|--:|",
    load("bare node:http, decides nothing", m.bare),
    load("Guardian listener, signed steps", m.listener),
    m.nextRoute
      ? load("Next route `/acs`, same core", m.nextRoute)
      : "| Next route `/acs` | not built, not measured | | | |",
    "",
    "| Guardian listener, traces | requests/s | p50 ms | p99 ms | of untraced |",
    "|---|--:|--:|--:|--:|",
    ratio("off", m.listener),
    ratio("every step to an OTLP collector", m.traced),
    ratio("the same, and the collector never answers", m.tracedHanging),
    "",
    "| Append | steps/s |",
    "|---|--:|",
    `| raw pg, 32 steps per transaction, nothing checked | ${whole(m.rawAppends)} |`,
    `| journal, 64 sessions, every check and all rows | ${whole(m.journalAppends)} |`,
    "",
    "| One tool call at a time, with a listening Guardian | p50 ms | p99 ms |",
    "|---|--:|--:|",
    ...m.calls.map((row) => `| ${row.what} | ${fine(row.p50)} | ${fine(row.p99)} |`),
    "",
    "| One decision at a time, in process; what came before is rows that SQL wrote | p50 ms | p99 ms |",
    "|---|--:|--:|",
    ...m.growth.map((row) => `| ${row.what} | ${short(row.p50)} | ${short(row.p99)} |`),
    "",
    "| Processor, one call | p50 µs | p99 µs |",
    "|---|--:|--:|",
    ...m.cpu.map((row) => `| ${row.what} | ${short(row.p50)} | ${short(row.p99)} |`),
  ].join("\n");
}

const START = "<!-- bench -->";
const END = "<!-- /bench -->";

/** The README with the table between its markers, or null when it has none. */
export function placeInReadme(readme: string, table: string): string | null {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
  if (start < 0 || end < start) return null;
  return `${readme.slice(0, start + START.length)}\n${table}\n${readme.slice(end)}`;
}
