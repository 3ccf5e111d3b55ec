/** What one emission of the Agent Hooks contract costs in the processor: arguments of three sizes, judged by guards that allow. */
import { createEmitter } from "../../agent-hooks/emitter";
import type { JsonObject } from "../../core/json/value";
import type { CpuCost } from "./cpu";
import { timeAsyncCalls } from "./measure";

interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly interceptors: number;
}

const KIB = 1024;
const SIZES: readonly Size[] = [
  { name: "1 KiB", bytes: KIB, interceptors: 1 },
  { name: "100 KiB", bytes: 100 * KIB, interceptors: 5 },
  { name: "1 MiB", bytes: KIB * KIB, interceptors: 10 },
];

/** Each size as one text, and as many small objects, which cost more to copy and to write. */
const SHAPES: readonly (readonly [name: string, make: (bytes: number) => JsonObject])[] = [
  ["one text", (bytes) => ({ body: "The quick brown fox. ".repeat(bytes / 21) })],
  ["objects", (bytes) => ({ rows: Array.from({ length: bytes / 128 }, rowOf) })],
];

/** 128 bytes of JSON, about. */
const rowOf = (_: unknown, index: number): JsonObject => ({
  id: `row-${index}`,
  amount: index,
  text: "The quick brown fox jumps over the lazy dog. The quick brown fox jumps over.",
});

export async function emissionCosts(ms: number): Promise<readonly CpuCost[]> {
  const costs: CpuCost[] = [];
  for (const size of SIZES) for (const shape of SHAPES) costs.push(await emissionCost(size, shape, ms));
  return costs;
}

async function emissionCost(
  { name, bytes, interceptors }: Size,
  [shape, make]: (typeof SHAPES)[number],
  ms: number,
): Promise<CpuCost> {
  const guard = { intercept: () => ({ decision: "allow" }) };
  const emitter = createEmitter({ interceptors: Array.from({ length: interceptors }, () => guard), keptRecords: 10 });
  const context = contextOf(make(bytes));
  const emission = async () => {
    if (!(await emitter.emit(context)).permitted) throw new Error(`an emission of ${name} was not permitted`);
  };
  await timeAsyncCalls(emission, ms / 4);
  const what = `Agent Hooks: one emission, ${name} (${shape}), ${interceptors} interceptor${interceptors > 1 ? "s" : ""}`;
  return { what, ...(await timeAsyncCalls(emission, ms)) };
}

/** The arguments are one object in both places, as an adapter gives them. */
const contextOf = (args: JsonObject): JsonObject => ({
  spec: "agent-hooks/0.1",
  interception_point: "pre_tool_call",
  timestamp: "2026-01-01T00:00:00.000Z",
  sequence: 7,
  agent: { id: "bench-agent", framework: "reference" },
  session: { id: "bench-session" },
  target: args,
  tool_call: { id: "call-1", name: "lookup_account", args },
});
