/** Both tool points of one call, and the run between them. */
import type { JsonObject, JsonValue } from "../../core/json/value";
import { deepCopy } from "../deep-copy";
import type { ToolCallAsked, ToolRunner } from "../hook-session";
import { effective, emit, keepLabels, labelsOf } from "./emit";
import { enter, enterPost, type Ledger, stillOpen } from "./ledger";

/**
 * Stands for what a tool threw where the original would carry more past the verdict than was judged: an error whose text
 * was rewritten, or a value that is no error and that a framework may print whole.
 */
export class RewrittenToolError extends Error {
  override readonly name = "RewrittenToolError";
}

interface Ran {
  /** As judged: what the tool gave, or the text of its error. */
  readonly value: unknown;
  readonly failure: { readonly thrown: unknown } | null;
  readonly milliseconds: number;
}

export async function toolCall(ledger: Ledger, call: ToolCallAsked, execute: ToolRunner): Promise<JsonValue> {
  enter(ledger, "pre_tool_call");
  // read once: both halves of a pair are of the same call, whatever the framework does to its object meanwhile
  let asked: ToolCallAsked | undefined;
  const started = await emit(ledger, "pre_tool_call", () => {
    const { id, name, args } = call;
    asked = { id, name, args };
    return { target: args, members: { tool_call: asked } };
  });
  stillOpen(ledger, "pre_tool_call");
  const args = effective(started, asked?.args) as JsonObject;
  ledger.toolCalls += 1;
  // the tool may change what it is given; what is shown afterwards is what it was given
  const ran = await run(ledger, started.context === null ? args : deepCopy(args), execute);
  enterPost(ledger, "post_tool_call");
  const labels = labelsOf(started);
  const ended = await emit(ledger, "post_tool_call", () => ({
    target: ran.value,
    members: {
      tool_call: { ...asked, args },
      tool_result: { value: ran.value, is_error: ran.failure !== null, duration_ms: ran.milliseconds },
    },
    labels,
  }));
  keepLabels(ledger, [...labels, ...labelsOf(ended)]);
  const value = effective(ended, ran.value) as JsonValue;
  if (ran.failure === null) return value;
  const { thrown } = ran.failure;
  const isWhole = isError(thrown) || typeof thrown === "string" || ended.record.mode === "evaluate_only";
  throw value === ran.value && isWhole ? thrown : new RewrittenToolError(asText(value));
}

async function run(ledger: Ledger, args: JsonObject, execute: ToolRunner): Promise<Ran> {
  const startedAt = ledger.host.clock();
  const milliseconds = () => Math.max(0, ledger.host.clock() - startedAt);
  try {
    // a tool that gives nothing gives null; there is no other JSON for it
    return { value: (await execute(args)) ?? null, failure: null, milliseconds: milliseconds() };
  } catch (thrown) {
    ledger.errors += 1;
    return { value: errorText(thrown), failure: { thrown }, milliseconds: milliseconds() };
  }
}

/** All that a framework may print of it. */
function errorText(thrown: unknown): string {
  try {
    if (!isError(thrown)) return typeof thrown === "string" ? thrown : (JSON.stringify(thrown) ?? String(thrown));
    const shown = String(thrown);
    return shown.includes(thrown.message) ? shown : `${shown}: ${thrown.message}`;
  } catch {
    return "error";
  }
}

/** Also of another realm. */
const isError = (thrown: unknown): thrown is Error =>
  thrown instanceof Error || Object.prototype.toString.call(thrown) === "[object Error]";

const asText = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));
