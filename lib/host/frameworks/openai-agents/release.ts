/** The end of a run: the answer passes `output`. */
import type { Runner } from "@openai/agents";
import { sameJson } from "../../../agent-hooks/ctk/same-json";
import type { JsonValue } from "../../../core/json/value";
import { plain } from "../plain";
import type { Turn } from "../turn";
import type { AnyAgent } from "./any-agent";
import type { GovernedAgents } from "./governed-agents";
import { textOf } from "./items";
import { type GovernedResult, withAnswer } from "./run-result";

export type SdkResult = Awaited<ReturnType<Runner["run"]>>;

interface Released {
  readonly result: GovernedResult;
  /** The answer that the verdict put in place of the run's own. */
  readonly rewritten: JsonValue | undefined;
}

/** Throws the block. */
export async function release(turn: Turn, sdk: SdkResult, agents: GovernedAgents): Promise<Released> {
  const { interruptions, state } = sdk;
  const waits = interruptions.length > 0;
  const given: unknown = waits ? undefined : sdk.finalOutput;
  const asked = interruptions.map(({ name, arguments: args }) => plain({ name, args }));
  const content = waits ? { interruptions: asked } : plain(given ?? null);
  const permitted = await turn.answer(content);
  const isRewritten = !sameJson(permitted, content);
  if (isRewritten && waits) return turn.fail("output", "output.content: the calls that wait cannot be rewritten");
  const result = {
    finalOutput: isRewritten ? await reread(turn, sdk, permitted) : given,
    interruptions,
    state: waits ? (state as never) : null,
    history: isRewritten ? withAnswer(sdk.history, permitted) : sdk.history,
    lastAgent: agents.originalOf(sdk.lastAgent) as AnyAgent | undefined,
    usage: state.usage,
  };
  return { result, rewritten: isRewritten ? permitted : undefined };
}

/** A rewritten answer is still of the type that the agent promises. */
async function reread(turn: Turn, { lastAgent }: SdkResult, permitted: JsonValue): Promise<unknown> {
  if (!lastAgent || (lastAgent.outputType as unknown) === "text") return textOf(permitted);
  try {
    return (lastAgent as unknown as AnyAgent).processFinalOutput(JSON.stringify(permitted));
  } catch {
    return turn.fail("output", "output.content: not of the agent's output type");
  }
}
