/** Every method that ACS v0.1.0 defines, what each permits (W§16), and which of them this Guardian judges. */
import type { Disposition } from "../../policy/types";
import { agbomChanged } from "./agbom-changed";
import { agbomSnapshot } from "./agbom-snapshot";
import { agentResponse } from "./agent-response";
import { agentTrigger } from "./agent-trigger";
import type { Hook } from "./hook";
import { knowledgeRetrieval } from "./knowledge-retrieval";
import { memoryContextRetrieval } from "./memory-context-retrieval";
import { memoryStore } from "./memory-store";
import { postCompact } from "./post-compact";
import { preCompact } from "./pre-compact";
import { sessionEnd } from "./session-end";
import { sessionStart } from "./session-start";
import { skillLoad } from "./skill-load";
import { skillRegister } from "./skill-register";
import { skillUnload } from "./skill-unload";
import { subagentStart } from "./subagent-start";
import { subagentStop } from "./subagent-stop";
import { toolCallRequest } from "./tool-call-request";
import { toolCallResult } from "./tool-call-result";
import { turnEnd } from "./turn-end";
import { turnStart } from "./turn-start";
import { userMessage } from "./user-message";
import { wrappedHook, wrappedMethod } from "./wrapped";

const ALLOW: readonly Disposition[] = ["allow"];
const GATE: readonly Disposition[] = ["allow", "deny"];
const EDIT: readonly Disposition[] = ["allow", "deny", "modify"];
const ALL: readonly Disposition[] = ["allow", "deny", "modify", "ask", "defer"];

/** Permitted dispositions of each method. The 19 hooks in the order of W§16, then AgBOM, ping and the handshake. */
export const ACS_METHODS = {
  "steps/sessionStart": GATE,
  "steps/agentTrigger": EDIT,
  "steps/turnStart": GATE,
  "steps/userMessage": EDIT,
  "steps/agentResponse": EDIT,
  "steps/knowledgeRetrieval": EDIT,
  "steps/memoryContextRetrieval": EDIT,
  "steps/memoryStore": EDIT,
  "steps/toolCallRequest": ALL,
  "steps/toolCallResult": EDIT,
  "steps/preCompact": GATE,
  "steps/postCompact": ["allow", "modify"],
  "steps/subagentStart": GATE,
  "steps/subagentStop": ALLOW,
  "steps/skillRegister": GATE,
  "steps/skillLoad": GATE,
  "steps/skillUnload": ALLOW,
  "steps/turnEnd": ALLOW,
  "steps/sessionEnd": ALLOW,
  "agbom/snapshot": GATE,
  "agbom/changed": GATE,
  "system/ping": ALLOW,
  "handshake/hello": [],
} as const satisfies { readonly [method: string]: readonly Disposition[] };

const NATIVE: readonly Hook[] = [
  sessionStart,
  agentTrigger,
  turnStart,
  userMessage,
  agentResponse,
  knowledgeRetrieval,
  memoryContextRetrieval,
  memoryStore,
  toolCallRequest,
  toolCallResult,
  preCompact,
  postCompact,
  subagentStart,
  subagentStop,
  skillRegister,
  skillLoad,
  skillUnload,
  turnEnd,
  sessionEnd,
  agbomSnapshot,
  agbomChanged,
];

const HOOKS: ReadonlyMap<string, Hook> = new Map(NATIVE.map((hook) => [hook.method, hook]));

/** The native methods this Guardian judges, for the handshake's offer; wrapped MCP methods come on top, by their form. */
export const EVALUATED_METHODS: readonly string[] = [...HOOKS.keys()];

/**
 * What an agent that can call tools must report (W§22); `a|b` is met by either. An agent must not escape judgement by not
 * offering a method.
 */
export const ACS_CORE_FLOOR: readonly string[] = [
  "steps/sessionStart",
  "steps/userMessage|steps/agentTrigger",
  "steps/toolCallRequest",
  "steps/toolCallResult",
  "steps/agentResponse",
  "steps/sessionEnd",
];

/** The hook that judges this method, if this Guardian has one; of a wrapped one under the name that was asked for. */
export function hookFor(method: string): Hook | undefined {
  return HOOKS.get(method) ?? wrappedHook(method);
}

/** Evaluated here; defined by ACS but not evaluated (-32003); or unknown to ACS (-32601). */
export function methodStatus(method: string): "evaluated" | "known" | "unknown" {
  const wrapped = wrappedMethod(method);
  if (wrapped) return wrapped.protocol === "MCP" ? "evaluated" : "known";
  if (HOOKS.has(method)) return "evaluated";
  return Object.hasOwn(ACS_METHODS, method) ? "known" : "unknown";
}

/** Dispositions that ACS permits at this method; none for a method it does not define. */
export function permittedAt(method: string): readonly Disposition[] {
  if (Object.hasOwn(ACS_METHODS, method)) return ACS_METHODS[method as keyof typeof ACS_METHODS];
  return wrappedMethod(method) ? ALL : [];
}

/** W§16: the disposition itself where permitted, else deny where that is, else allow. */
export function permittedSubstitute(method: string, disposition: Disposition): Disposition {
  const permitted = permittedAt(method);
  if (permitted.includes(disposition)) return disposition;
  return permitted.includes("deny") ? "deny" : "allow";
}
