/** From a judged emission to what Claude Code reads from a hook command: exit code, JSON and text for the model. */
import type { Emission, Verdict } from "../../../agent-hooks/types";
import { fromPlain } from "../../../core/json/build";
import type { JsonValue } from "../../../core/json/value";
import type { HookInput } from "./hook-input";
import { hasShapeOf, withheldOutput } from "./withheld-output";

export interface HookAnswer {
  /** 2 blocks where the event can be blocked; every other code but 0 would let it go on. */
  readonly exitCode: 0 | 2;
  /** Nothing is printed for null. */
  readonly output: { readonly [member: string]: unknown } | null;
  /** For standard error: with exit code 2 the model or the person is told. */
  readonly message: string;
}

/** Says nothing, so that the permissions of Claude Code itself still apply. */
export const PASS: HookAnswer = { exitCode: 0, output: null, message: "" };

export type Judged = Pick<Emission, "permitted" | "verdict" | "target">;

/** What Claude Code is told. Rewrites come only at events that can be rewritten (`withoutRewrites`). */
export function answerOf(input: HookInput, judged: Judged): HookAnswer {
  const { permitted, verdict, target } = judged;
  if (!permitted) return blocked(input, textOf(verdict));
  if (verdict.decision !== "transform") return approved(input, verdict);
  return rewritten(input, target, verdict) ?? blocked(input, textOf(verdict));
}

/** Blocks, in the words of each event. Events that cannot be blocked end the session's work instead. */
export function blocked(input: HookInput, reason: string): HookAnswer {
  const { hook_event_name: event } = input;
  const hookEventName = event;
  switch (event) {
    case "PreToolUse":
      return json({
        hookSpecificOutput: { hookEventName, permissionDecision: "deny", permissionDecisionReason: reason },
      });
    case "PostToolUse":
      return withheld(input, reason);
    case "UserPromptSubmit":
      return json({ decision: "block", reason });
    case "Stop":
      // blocking again and again would keep the model writing for ever
      return input.stop_hook_active === true
        ? json({ continue: false, stopReason: reason })
        : json({ decision: "block", reason });
    case "SessionStart":
      return json({ continue: false, stopReason: reason, systemMessage: reason });
    default:
      return { exitCode: 2, output: null, message: reason };
  }
}

/** People said yes to this call: asking them again at the terminal would add nothing. */
function approved(input: HookInput, verdict: Verdict): HookAnswer {
  const isByPeople = input.hook_event_name === "PreToolUse" && APPROVED.has(verdict.reason ?? "");
  if (!isByPeople) return PASS;
  const { hook_event_name: hookEventName } = input;
  return json({
    hookSpecificOutput: { hookEventName, permissionDecision: "allow", permissionDecisionReason: textOf(verdict) },
  });
}

const APPROVED = new Set(["approved_by_human", "approved_by_service", "approval_released"]);

function rewritten(input: HookInput, target: JsonValue, verdict: Verdict): HookAnswer | null {
  if (input.hook_event_name === "PostToolUse") {
    const fits = isMcp(input) || hasShapeOf(fromPlain(input.tool_response ?? null), target);
    return fits ? json({ hookSpecificOutput: replaced(input, target) }) : withheld(input, REWRITE_UNFIT);
  }
  if (input.hook_event_name !== "PreToolUse") return null;
  return json({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      // Claude Code takes updated input with a decision only
      permissionDecision: "allow",
      permissionDecisionReason: textOf(verdict),
      updatedInput: target,
    },
  });
}

type ResultInput = HookInput & { readonly hook_event_name: "PostToolUse" };

const REWRITE_UNFIT = "Policy rewrote this result to a shape that Claude Code would ignore.";

/** Claude Code's own tools whose withheld outputs were seen to be taken. */
const TRIED: readonly string[] = ["Bash", "Read", "Write", "Edit", "Grep", "Glob", "Agent"];

/** For a tool whose schema nobody tried, the turn stops too: the model must not go on with an original that stayed. */
function withheld(input: ResultInput, reason: string): HookAnswer {
  const text = `Blocked: ${reason}`;
  if (isMcp(input)) return json({ decision: "block", reason, hookSpecificOutput: replaced(input, text) });
  const hookSpecificOutput = replaced(input, withheldOutput(input.tool_response, text));
  const stop = TRIED.includes(input.tool_name) ? {} : { continue: false, stopReason: reason };
  return json({ decision: "block", reason, hookSpecificOutput, ...stop });
}

const isMcp = ({ tool_name }: ResultInput): boolean => tool_name.startsWith("mcp__");

/** Tools of MCP servers had a member of their own before all tools got one. */
const replaced = (input: ResultInput, value: JsonValue) => ({
  hookEventName: "PostToolUse",
  updatedToolOutput: value,
  ...(isMcp(input) ? { updatedMCPToolOutput: value } : {}),
});

const json = (output: NonNullable<HookAnswer["output"]>): HookAnswer => ({ exitCode: 0, output, message: "" });

const textOf = ({ decision, message, reason }: Verdict): string =>
  message ?? (reason === undefined ? `The Guardian's answer is ${decision}.` : `Guardian: ${reason}`);
