/** `npm run conformance`: Agent Hooks vectors over the plain agent loop, a report by part, and the claims that follow. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { isGreen, runConformance } from "../testing/agent-hooks-conformance/conformance";
import { type HostRun, hostFaults, runHost } from "../testing/agent-hooks-conformance/run-hosts";
import { SURFACE_NAMES, type SurfaceName } from "../testing/agent-hooks-conformance/surfaces";
import { ADAPTER_DRIVERS } from "../testing/frameworks/adapter-drivers";
import { conformanceText } from "./conformance/conformance-text";
import { hostsText } from "./conformance/hosts-text";
import { withoutChatter } from "./demo-hooks/without-chatter";

const USAGE = `npm run conformance                            every surface of the plain loop
npm run conformance -- --surface continue|terminate|incremental
  --hosts          also every framework that has an adapter
  --published DIR  published vectors (DIR/vectors) and golden identities (DIR/golden/identity.json)
  --out DIR        where report.json and claim.json go (.data/conformance)
  --verbose        every vector, not only what failed`;

async function main(): Promise<number> {
  const flags = readFlags();
  if (!flags) {
    console.error(USAGE);
    return 2;
  }
  const run = await runConformance(flags.surfaces, flags.published);
  const out = path.resolve(flags.out ?? ".data/conformance");
  mkdirSync(out, { recursive: true });
  const reports = run.surfaces.map(({ surface, report }) => ({ surface, ...report }));
  write(path.join(out, "report.json"), { sources: run.sources, reports, golden_identities: run.goldens });
  write(path.join(out, "claim.json"), { claims: run.surfaces.map(({ claim }) => claim) });
  const colour = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
  for (const line of conformanceText(run, { colour, verbose: flags.verbose })) console.log(line);
  const hosts: HostRun[] = [];
  for (const name of flags.hosts ? Object.keys(ADAPTER_DRIVERS) : [])
    hosts.push(await withoutChatter(() => runHost(name, flags.published)));
  if (flags.hosts) write(path.join(out, "hosts.json"), { hosts });
  for (const line of hostsText(hosts, { colour })) console.log(line);
  console.log(`  ${path.relative(process.cwd(), path.join(out, "report.json"))} and claim.json were written.\n`);
  return isGreen(run) && hosts.every((host) => hostFaults(host).length === 0) ? 0 : 1;
}

const write = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

interface Flags {
  readonly surfaces: readonly SurfaceName[];
  readonly published?: string;
  readonly out?: string;
  readonly hosts: boolean;
  readonly verbose: boolean;
}

function readFlags(): Flags | null {
  try {
    const { values } = parseArgs({
      options: {
        surface: { type: "string", multiple: true },
        published: { type: "string" },
        out: { type: "string" },
        hosts: { type: "boolean" },
        verbose: { type: "boolean" },
      },
    });
    const { surface: named = SURFACE_NAMES, hosts = false, verbose = false, ...folders } = values;
    const surfaces = SURFACE_NAMES.filter((name) => named.includes(name));
    return surfaces.length === new Set(named).size ? { surfaces, hosts, verbose, ...folders } : null;
  } catch {
    return null;
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return 1;
});
