/** Runs the vectors over every framework that has an adapter, and names what each of them says in words of its own. */
import { readVector } from "../../agent-hooks/ctk/read-vector";
import { runVectors, type VectorResult } from "../../agent-hooks/ctk/run-vectors";
import { ADAPTER_DRIVERS } from "../frameworks/adapter-drivers";
import { driverHarness, isDrivable } from "./driver-harness";
import { ownVectors, publishedVectors } from "./vector-files";

const FINISH_REASON = "the SDK's word for the end of a response is tool-calls";
const MCP_CONTENT = "the result of an MCP tool is content, not the bare value";

/** By framework, id without its slug to the difference. Anything else is a failure. */
const KNOWN: { readonly [framework: string]: { readonly [id: string]: string } } = {
  "vercel-ai": { "AH-CTK-001": FINISH_REASON, "GH-CTK-300": FINISH_REASON },
  mastra: { "AH-CTK-001": FINISH_REASON, "GH-CTK-300": FINISH_REASON },
  mcp: Object.fromEntries(["001", "040", "050", "060", "100"].map((n) => [`AH-CTK-${n}`, MCP_CONTENT])),
};

const numberOf = (id: string): string => id.split("-").slice(0, 3).join("-");

export interface HostResult extends VectorResult {
  /** Why it need not pass. */
  readonly known?: string;
}

export interface HostRun {
  readonly framework: string;
  readonly version: string;
  readonly results: readonly HostResult[];
}

/** Throws on a framework without an adapter. */
export async function runHost(framework: string, folder?: string): Promise<HostRun> {
  const load = ADAPTER_DRIVERS[framework];
  if (!load) throw new Error(`there is no adapter for ${framework}`);
  const driver = await load();
  const vectors = [...(publishedVectors(folder) ?? []), ...ownVectors()].filter((vector) => {
    const read = readVector(vector);
    // an unreadable vector is run, so that it fails
    return !read.ok || isDrivable(read.value);
  });
  const results = await runVectors(() => driverHarness(driver), vectors);
  return { framework, version: driver.version, results: results.map((result) => withKnown(framework, result)) };
}

function withKnown(framework: string, result: VectorResult): HostResult {
  const known = KNOWN[framework]?.[numberOf(result.id)];
  return known === undefined ? result : { ...result, known };
}

/** What failed and is not known, and what is known and did not fail: the list is then out of date. */
export const hostFaults = ({ results }: HostRun): readonly string[] =>
  results.filter(({ status, known }) => (status === "fail") !== (known !== undefined)).map(({ id }) => id);
