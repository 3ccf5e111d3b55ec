/** The Claude Agent SDK under Agent Hooks: the prompt, every model call, every tool call and its result, and the answer. */
import type { SessionFacts } from "../../../agent-hooks/hook-session";
import { governed, type HooksGiven } from "../governed";
import { refuseEntry, runTurn, type Turn } from "../turn";
import type { Listen } from "./gateway-types";
import { passModelCall } from "./model-gateway";
import { isRecord, refusedOption, upstreamOf, withGateway } from "./query-options";
import type { HookMatcher, Query, SdkHooks } from "./sdk-types";
import { ToolGate } from "./tool-gate";

export interface ClaudeAgentParts {
  /** The SDK's own. */
  readonly query: Query;
  /** For the gateway through which the SDK reaches the model. */
  readonly listen: Listen;
  /** For `agent_startup`. Default what `options.tools` and `options.allowedTools` name: the SDK tells its tools to the model only. */
  readonly tools?: readonly string[];
  /** How the gateway reaches the model. Default the platform's. */
  readonly fetch?: typeof fetch;
}

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

/** A day: people may take their time, and a call whose hook is given up on does not run. */
const HOOK_TIMEOUT_S = 24 * 60 * 60;

/** The whole contract: hooks of the SDK around tools, a loopback gateway around the model. */
export function governClaudeAgent(given: HooksGiven, parts: ClaudeAgentParts): GovernedClaudeAgent {
  const hooks = governed(given, "claude-agent-sdk", {
    capabilities: ["model_calls", "tool_calls", "parallel_tool_calls"],
    bufferedOutput: true,
  });
  return {
    run: async (prompt, options = {}, facts) => {
      const refused = typeof prompt === "string" ? refusedOption(options) : "a stream of messages";
      if (refused !== null) return refuseEntry(hooks, "input", `query() with ${refused}`);
      const signal = callersSignal(options);
      const about = { tools: parts.tools ?? toolsIn(options), input: prompt, ...(signal ? { signal } : {}) };
      return runTurn(hooks.session(facts), about, (turn, input) => answerOf({ turn, parts }, { input, options }));
    },
    close: hooks.close,
  };
}

interface Running {
  readonly turn: Turn;
  readonly parts: ClaudeAgentParts;
}

interface Asked {
  readonly input: unknown;
  readonly options: { readonly [option: string]: unknown };
}

async function answerOf({ turn, parts }: Running, { input, options }: Asked): Promise<string> {
  if (typeof input !== "string") return turn.fail("input", "the prompt was rewritten to something else than text");
  const gate = new ToolGate(turn);
  const token = crypto.randomUUID();
  const upstream = upstreamOf(options);
  const pass = { turn, results: gate.results, upstream, token, fetch: parts.fetch ?? fetch };
  const listener = await parts.listen((request) => passModelCall(pass, request));
  const stopping = stopper(turn, callersSignal(options));
  try {
    const governedOptions = withGateway(options, `${listener.url}/${token}`);
    const query = { ...governedOptions, hooks: sdkHooks(gate), abortController: stopping };
    const result = await resultOf(parts.query({ prompt: input, options: query }));
    turn.check();
    await gate.close();
    const output = await turn.answer(result);
    return typeof output === "string" ? output : JSON.stringify(output);
  } finally {
    await gate.close();
    await listener.close();
  }
}

/** The run's last word; everything before it is held back. */
async function resultOf(messages: AsyncIterable<unknown>): Promise<string> {
  let result: string | null = null;
  let ending = "no result";
  for await (const message of messages) {
    if (!isRecord(message) || message.type !== "result") continue;
    const isAnswer = message.subtype === "success" && typeof message.result === "string" && message.is_error !== true;
    result = isAnswer ? String(message.result) : null;
    ending = String(message.subtype);
  }
  if (result === null) throw new ClaudeAgentFailed(ending);
  return result;
}

/** Stops the SDK when the run must end, or the caller wants it to. */
function stopper(turn: Turn, callers: AbortSignal | null): AbortController {
  const controller = new AbortController();
  for (const signal of [turn.signal, callers]) {
    if (signal?.aborted) controller.abort();
    signal?.addEventListener("abort", () => controller.abort(), { once: true });
  }
  return controller;
}

const callersSignal = ({ abortController }: Asked["options"]): AbortSignal | null =>
  abortController instanceof AbortController ? abortController.signal : null;

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

function toolsIn({ tools, allowedTools }: Asked["options"]): readonly string[] {
  const named = [tools, allowedTools].flatMap((list) => (Array.isArray(list) ? list : []));
  return [...new Set(named.filter((name): name is string => typeof name === "string"))];
}
