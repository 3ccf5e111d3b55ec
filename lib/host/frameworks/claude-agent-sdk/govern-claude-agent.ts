/** The Claude Agent SDK under Agent Hooks: the prompt, every tool call and its result, and the answer. */
import { findBlocked, type HookSession, type SessionFacts } from "../../../agent-hooks/hook-session";
import { isJsonObject } from "../../../core/json/value";
import { governed, type HooksGiven } from "../governed";
import type { HookMatcher, Query, SdkHooks } from "./sdk-types";
import { ToolGate } from "./tool-gate";

export interface GovernedClaudeAgent {
  /**
   * One prompt to its answer. Nothing of the run leaves before its output is permitted. Throws `InterceptionBlocked`, or
   * `ClaudeAgentFailed` with what the SDK calls the end.
   */
  run(prompt: string, options?: { readonly [option: string]: unknown }, facts?: SessionFacts): Promise<string>;
  close(): Promise<void>;
}

/** The SDK ended the run without an answer. */
export class ClaudeAgentFailed extends Error {
  override readonly name = "ClaudeAgentFailed";
  constructor(readonly subtype: string) {
    super(`the run ended: ${subtype}`);
  }
}

/** Of the options that a caller gives; each could change a call after it was judged, or bring in what no point sees. */
const REFUSED = ["hooks", "canUseTool"] as const;

/** A day: people may take their time, and a hook that is given up on lets the tool run. */
const HOOK_TIMEOUT_S = 24 * 60 * 60;

/** `query` is the SDK's own. No hook of the SDK sees model calls, so the adapter declares none. */
export function governClaudeAgent(given: HooksGiven, query: Query): GovernedClaudeAgent {
  const hooks = governed(given, "claude-agent-sdk", {
    capabilities: ["tool_calls", "parallel_tool_calls"],
    bufferedOutput: true,
  });
  return {
    run: async (prompt, options = {}, facts = {}) => {
      const session = hooks.session(facts);
      const gate = new ToolGate(session);
      let isCompleted = false;
      try {
        await session.startup(toolsIn(options));
        const answer = await answerOf({ session, gate, query }, { prompt, options });
        isCompleted = true;
        return answer;
      } catch (thrown) {
        throw gate.terminated ?? findBlocked(thrown) ?? thrown;
      } finally {
        await gate.close();
        await session.shutdown(isCompleted ? "completed" : "error");
      }
    },
    close: hooks.close,
  };
}

interface Running {
  readonly session: HookSession;
  readonly gate: ToolGate;
  readonly query: Query;
}

interface Asked {
  readonly prompt: string;
  readonly options: { readonly [option: string]: unknown };
}

async function answerOf({ session, gate, query }: Running, { prompt, options }: Asked): Promise<string> {
  if (typeof prompt !== "string") return session.unsupported("input", "query() with a stream of messages");
  const refused = REFUSED.find((name) => options[name] !== undefined);
  if (refused !== undefined) return session.unsupported("agent_startup", `query() with options.${refused}`);
  const input = await session.input(prompt);
  if (typeof input !== "string") return session.fail("input", "the prompt was rewritten to something else than text");
  const result = await resultOf(query({ prompt: input, options: { ...options, hooks: sdkHooks(gate) } }));
  if (gate.terminated) throw gate.terminated;
  const output = await session.output(result);
  return typeof output === "string" ? output : JSON.stringify(output);
}

/** The run's last word; everything before it is held back. */
async function resultOf(messages: AsyncIterable<unknown>): Promise<string> {
  let result: string | null = null;
  let ending = "no result";
  for await (const message of messages) {
    if (!isJsonObject(message) || message.type !== "result") continue;
    const isAnswer = message.subtype === "success" && typeof message.result === "string" && message.is_error !== true;
    result = isAnswer ? String(message.result) : null;
    ending = String(message.subtype);
  }
  if (result === null) throw new ClaudeAgentFailed(ending);
  return result;
}

function sdkHooks(gate: ToolGate): SdkHooks {
  const always = (hook: HookMatcher["hooks"][number]): readonly HookMatcher[] => [
    { hooks: [hook], timeout: HOOK_TIMEOUT_S, onFailure: "block" },
  ];
  return {
    PreToolUse: always((input) => gate.before(input)),
    PostToolUse: always((input) => gate.after(input)),
    PostToolUseFailure: always((input) => gate.failed(input)),
  };
}

/** The SDK names its tools to the model only; what the caller allows by name is what is known. */
function toolsIn({ allowedTools }: Asked["options"]): readonly string[] {
  return Array.isArray(allowedTools) ? allowedTools.filter((name) => typeof name === "string") : [];
}
