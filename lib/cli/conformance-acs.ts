/** `npm run conformance:acs`: every row of ACS-Core and the six profiles against a Guardian, and the claim that follows. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { claimMarkdown, claimOf, claimText, isRed, summaryOf, type WayResults } from "./conformance-acs/claim";
import type { RowResult } from "./conformance-acs/row";
import { hasFailed, runRows } from "./conformance-acs/runner";
import type { Target } from "./conformance-acs/target";
import { type ExternalFlags, externalTarget } from "./conformance-acs/targets/external";
import { WAYS, type Way, withProduct } from "./conformance-acs/targets/product";

const USAGE = `npm run conformance:acs                          our own Guardian: listener, Next route and stdio
npm run conformance:acs -- --via listener|next|stdio   one of them
npm run conformance:acs -- --url URL --agent-id A --key-id K --secret-file F
                           [--keys-file F --guardian-keys FILE_OR_URL] [--stimuli F]   any other Guardian
  --out DIR        where the claim goes (test-results)
  --write-claim    keep it as the claim that the console shows`;

const OPTIONS = {
  via: { type: "string" },
  url: { type: "string" },
  "agent-id": { type: "string" },
  "key-id": { type: "string" },
  "secret-file": { type: "string" },
  "keys-file": { type: "string" },
  "guardian-keys": { type: "string" },
  stimuli: { type: "string" },
  out: { type: "string" },
  "write-claim": { type: "boolean" },
} as const;

const SHIPPED = "lib/core/read-models/acs-claim.json";

async function main(): Promise<number> {
  const flags = readFlags();
  const via = flags?.via;
  if (!flags || (via !== undefined && !isWay(via))) {
    console.error(USAGE);
    return 2;
  }
  const ways: WayResults[] = [];
  if (flags.url !== undefined)
    ways.push(await runOn(await externalTarget({ ...flags, url: flags.url } as ExternalFlags)));
  else for (const way of via === undefined ? WAYS : [via]) ways.push(await withProduct(way, runOn));
  const claim = claimOf(ways, { madeAt: new Date().toISOString(), build: flags.url ?? ownBuild() });
  const out = path.resolve(flags.out ?? "test-results");
  mkdirSync(out, { recursive: true });
  const json = claimText(claim);
  writeFileSync(path.join(out, "acs-claim.json"), json);
  writeFileSync(path.join(out, "acs-claim.md"), claimMarkdown(claim));
  if (flags["write-claim"] === true) writeFileSync(SHIPPED, json);
  console.log(`\n  ${summaryOf(claim)}\n  ${path.relative(process.cwd(), path.join(out, "acs-claim.md"))}\n`);
  return isRed(claim) ? 1 : 0;
}

async function runOn(target: Target): Promise<WayResults> {
  console.log(`\n  ${target.name}`);
  const results = await runRows(target, { onRow: tell });
  const exercised = results.filter(({ result }) => result.state === "EXERCISED");
  console.log(`    ${exercised.length} exercised, ${results.filter(hasFailed).length} failed, ${results.length} rows`);
  return { way: target.name, results };
}

/** Only what did not simply pass. */
function tell({ row, result }: RowResult): void {
  if (result.state === "EXERCISED" && result.passed) return;
  const state = result.state === "EXERCISED" ? "FAILED" : result.state;
  console.log(`    ${state.padEnd(16)} ${row.id.padEnd(32)} ${result.why}`);
}

const isWay = (text: string): text is Way => (WAYS as readonly string[]).includes(text);

/** The commit, and whether the tree differs from it. */
function ownBuild(): string {
  try {
    const git = (...args: readonly string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
    const changed = git("status", "--porcelain", "--untracked-files=no") === "" ? "" : ", with changes";
    return `commit ${git("rev-parse", "--short=12", "HEAD")}${changed}`;
  } catch {
    return "a copy without history";
  }
}

function readFlags() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch {
    return null;
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return 1;
});
