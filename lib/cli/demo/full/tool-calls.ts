/** Tool calls of the full demo: every argument says where it comes from, and so does the result. */
import type { Provenance } from "./provenance";
import type { Act, Stage, Taken } from "./stage";

export interface Call extends Pick<Act, "say" | "wants" | "codes"> {
  readonly tool: string;
  readonly capability: string;
  /** Value and provenance by argument. */
  readonly arguments: Readonly<Record<string, readonly [unknown, Provenance]>>;
  /** What the tool gives back when it runs. */
  readonly output?: unknown;
}

export interface Called extends Taken {
  /** Of the tool's output; null when it did not run. */
  readonly output: Provenance | null;
}

/** Asks; when released, reports the result as a second step. */
export async function callTool(stage: Stage, call: Call): Promise<Called> {
  const tool = { name: call.tool, provider: "shop" };
  const taken = await stage.take({
    ...call,
    method: "steps/toolCallRequest",
    payload: { tool, capability: call.capability, arguments: tracedArguments(call.arguments) },
  });
  if (taken.released === null) return { ...taken, output: null };
  const output = stage.sources.of("tool_output", { source: call.tool });
  await stage.take({
    say: `${call.tool} has run; its result is reported`,
    method: "steps/toolCallResult",
    payload: {
      tool,
      exit_status: "success",
      outputs: [{ value: call.output ?? { status: "done" }, provenance: output }],
      request_id_ref: taken.released.requestId,
      duration_ms: 12,
    },
  });
  return { ...taken, output };
}

const tracedArguments = (args: Call["arguments"]): object =>
  Object.fromEntries(Object.entries(args).map(([name, [value, provenance]]) => [name, { value, provenance }]));
