/** Joins the SDK's two callbacks around a tool into the one call of the contract: before it, the arguments; after it, the result. */
import { findBlocked } from "../../../agent-hooks/hook-session";
import { RewrittenToolError } from "../../../agent-hooks/session/tool-call";
import { fromPlain, fromPlainObject } from "../../../core/json/build";
import { canonicalText } from "../../../core/json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json/value";
import type { Turn } from "../turn";
import { resultContent } from "./api-request";
import type { HookOutput } from "./sdk-types";

interface OpenCall {
  /** What the tool came to. */
  settle(value: JsonValue): void;
  fail(error: Error): void;
  /** Resolves with the result that may be used. */
  readonly judged: Promise<JsonValue>;
}

const NEVER_RELEASED = "This call was never released.";

export class ToolGate {
  readonly #turn: Turn;
  readonly #open = new Map<string, OpenCall>();
  /** Of calls that wait for their verdict, run, or wait for that of their result. */
  readonly #ids = new Set<string>();
  readonly #results = new Map<string, JsonValue>();

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  /** What the model may be shown in place of the SDK's results, by the id of the call. */
  get results(): ReadonlyMap<string, JsonValue> {
    return this.#results;
  }

  /** PreToolUse. Never rejects: a hook that fails could let the tool run. */
  async before(input: unknown): Promise<HookOutput> {
    const call = readCall(input);
    if (call === null) return denial("The tool call cannot be read.");
    if (this.#ids.has(call.id)) return denial("A call with this id is running already.");
    this.#ids.add(call.id);
    return new Promise((answer) => {
      const judged = this.#turn.tool(call, (released) => {
        const isSame = canonicalText(released) === canonicalText(call.args);
        return new Promise<JsonValue>((settle, fail) => {
          this.#open.set(call.id, { settle, fail, judged });
          // an allow of ours would pass over the permissions that the agent has already
          answer(isSame ? {} : rewritten(released));
        });
      });
      judged.catch((thrown: unknown) => answer(denial(this.#say(thrown)))).finally(() => this.#ids.delete(call.id));
    });
  }

  /** PostToolUse. Withholds the result of a call that was never released. */
  async after(input: unknown): Promise<HookOutput> {
    const { id, value } = readResult(input, "tool_response");
    const open = this.#take(id);
    if (open === null) return this.#show(id, NEVER_RELEASED);
    open.settle(value);
    try {
      const used = await open.judged;
      return canonicalText(fromPlain([used])) === canonicalText(fromPlain([value])) ? {} : this.#show(id, used);
    } catch (thrown) {
      return this.#show(id, this.#say(thrown));
    }
  }

  /** PostToolUseFailure: no hook can change what a tool says when it fails, so the gateway does. */
  async failed(input: unknown): Promise<HookOutput> {
    const { id, value } = readResult(input, "error");
    const open = this.#take(id);
    const failure = new Error(typeof value === "string" ? value : "the tool failed");
    if (open === null) {
      this.#show(id, NEVER_RELEASED);
      return {};
    }
    open.fail(failure);
    const judged: unknown = await open.judged.catch((thrown: unknown) => thrown);
    if (judged !== failure) this.#show(id, judged instanceof RewrittenToolError ? judged.message : this.#say(judged));
    return {};
  }

  /** The hook's answer is for the SDK's messages; tools of the SDK ignore one of another shape, and the gateway does not. */
  #show(id: string, value: JsonValue): HookOutput {
    this.#results.set(id, value);
    return { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: resultContent(value) } };
  }

  /** Calls whose end nobody told: they count as failed. */
  async close(): Promise<void> {
    const left = [...this.#open.values()];
    this.#open.clear();
    for (const open of left) open.fail(new Error("the run ended before the tool did"));
    await Promise.allSettled(left.map((open) => open.judged));
  }

  #take(id: string): OpenCall | null {
    const open = this.#open.get(id) ?? null;
    this.#open.delete(id);
    return open;
  }

  #say(thrown: unknown): string {
    return findBlocked(thrown)?.toolMessage ?? "Blocked: the call could not be judged.";
  }
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

function readCall(input: unknown): Call | null {
  if (!isJsonObject(input) || typeof input.tool_use_id !== "string" || typeof input.tool_name !== "string") return null;
  try {
    return { id: input.tool_use_id, name: input.tool_name, args: fromPlainObject(input.tool_input as object) };
  } catch {
    return null;
  }
}

function readResult(input: unknown, member: string): { readonly id: string; readonly value: JsonValue } {
  if (!isJsonObject(input) || typeof input.tool_use_id !== "string") return { id: "", value: null };
  try {
    return { id: input.tool_use_id, value: fromPlain(input[member] ?? null) };
  } catch {
    return { id: input.tool_use_id, value: "[a result that JSON cannot carry]" };
  }
}

const denial = (reason: string): HookOutput => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: reason,
  },
});

const rewritten = (updatedInput: JsonObject): HookOutput => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput },
});
