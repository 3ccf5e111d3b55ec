/** Joins the SDK's two callbacks around a tool into the one call of the contract: before it, the arguments; after it, the result. */
import { findBlocked, type HookSession, RunTerminated } from "../../../agent-hooks/hook-session";
import { fromPlain, fromPlainObject } from "../../../core/json/build";
import { canonicalText } from "../../../core/json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json/value";
import type { HookOutput } from "./sdk-types";

interface OpenCall {
  /** What the tool came to. */
  settle(value: JsonValue): void;
  fail(error: Error): void;
  /** Resolves with the result that may be used. */
  readonly judged: Promise<JsonValue>;
}

export class ToolGate {
  readonly #session: HookSession;
  readonly #open = new Map<string, OpenCall>();
  /** Of calls that wait for their verdict, run, or wait for that of their result. */
  readonly #ids = new Set<string>();
  #terminated: RunTerminated | null = null;

  constructor(session: HookSession) {
    this.#session = session;
  }

  get terminated(): RunTerminated | null {
    return this.#terminated;
  }

  /** PreToolUse. Never rejects: a hook that fails could let the tool run. */
  async before(input: unknown): Promise<HookOutput> {
    const call = readCall(input);
    if (call === null) return denial("The tool call cannot be read.");
    if (this.#terminated) return denial(this.#terminated.toolMessage);
    if (this.#ids.has(call.id)) return denial("A call with this id is running already.");
    this.#ids.add(call.id);
    return new Promise((answer) => {
      const judged = this.#session.tool(call, (released) => {
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
    if (open === null) return withheld("This call was never released.");
    open.settle(value);
    try {
      const used = await open.judged;
      return canonicalText(fromPlain([used])) === canonicalText(fromPlain([value])) ? {} : replaced(used);
    } catch (thrown) {
      return withheld(this.#say(thrown));
    }
  }

  /** PostToolUseFailure: there is nothing to withhold. */
  async failed(input: unknown): Promise<HookOutput> {
    const { id, value } = readResult(input, "error");
    const open = this.#take(id);
    open?.fail(new Error(typeof value === "string" ? value : "the tool failed"));
    await open?.judged.catch((thrown: unknown) => this.#say(thrown));
    return {};
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
    const blocked = findBlocked(thrown);
    if (blocked instanceof RunTerminated) this.#terminated ??= blocked;
    return blocked?.toolMessage ?? "Blocked: the call could not be judged.";
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

const replaced = (updatedToolOutput: JsonValue): HookOutput => ({
  hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput },
});

const withheld = (reason: string): HookOutput => ({ decision: "block", reason, ...replaced(reason) });
