/** `npm run conformance`: Agent Hooks vectors over the plain agent loop, a report by part, and the claims that follow. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { isGreen, runConformance } from "../testing/agent-hooks-conformance/conformance";
import { SURFACE_NAMES, type SurfaceName } from "../testing/agent-hooks-conformance/surfaces";
import { conformanceText } from "./conformance/conformance-text";

const USAGE = `npm run conformance                            every surface of the plain loop
npm run conformance -- --surface continue|terminate|incremental
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
  console.log(`  ${path.relative(process.cwd(), path.join(out, "report.json"))} and claim.json were written.\n`);
  return isGreen(run) ? 0 : 1;
}

const write = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

interface Flags {
  readonly surfaces: readonly SurfaceName[];
  readonly published?: string;
  readonly out?: string;
  readonly verbose: boolean;
}

function readFlags(): Flags | null {
  try {
    const { values } = parseArgs({
      options: {
        surface: { type: "string", multiple: true },
        published: { type: "string" },
        out: { type: "string" },
        verbose: { type: "boolean" },
      },
    });
    const { surface: named = SURFACE_NAMES, verbose = false, ...folders } = values;
    const surfaces = SURFACE_NAMES.filter((name) => named.includes(name));
    return surfaces.length === new Set(named).size ? { surfaces, verbose, ...folders } : null;
  } catch {
    return null;
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return 1;
});
