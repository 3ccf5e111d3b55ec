/** What leaves a governed run: the permitted answer, and nothing that still holds another one. */
import type { AgentInputItem, RunState, RunToolApprovalItem, Usage } from "@openai/agents";
import type { JsonValue } from "../../../core/json/value";
import type { AnyAgent } from "./any-agent";
import { assistantMessage, textOf } from "./items";

export interface GovernedResult {
  /** Absent while the run waits for approvals. */
  readonly finalOutput: unknown;
  /** Tool calls that wait for `state.approve()` or `state.reject()`. */
  readonly interruptions: readonly RunToolApprovalItem[];
  /** To go on with, by `run(state)`; null when the run is over. */
  readonly state: RunState<unknown, never> | null;
  /** The conversation, to begin the next run with. */
  readonly history: readonly AgentInputItem[];
  readonly lastAgent: AnyAgent | undefined;
  readonly usage: Usage;
}

/** The last thing the assistant said, in other words. */
export function withAnswer(items: readonly AgentInputItem[], answer: JsonValue): readonly AgentInputItem[] {
  const at = items.findLastIndex((item) => "role" in item && item.role === "assistant");
  if (at < 0) return items;
  return items.with(at, assistantMessage(textOf(answer)));
}

/** A run that was streamed, over: its text is replayed as one piece. */
export class GovernedStream implements AsyncIterable<unknown> {
  readonly result: GovernedResult;
  readonly completed = Promise.resolve();

  constructor(result: GovernedResult) {
    this.result = result;
  }

  get finalOutput(): unknown {
    return this.result.finalOutput;
  }

  get interruptions(): readonly RunToolApprovalItem[] {
    return this.result.interruptions;
  }

  get state(): RunState<unknown, never> | null {
    return this.result.state;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    const delta = this.#text();
    if (delta !== "") yield { type: "raw_model_stream_event", data: { type: "output_text_delta", delta } };
  }

  toTextStream(): ReadableStream<string> {
    const text = this.#text();
    return new ReadableStream({
      start(controller) {
        if (text !== "") controller.enqueue(text);
        controller.close();
      },
    });
  }

  #text(): string {
    return this.finalOutput === undefined ? "" : textOf(this.finalOutput as JsonValue);
  }
}
