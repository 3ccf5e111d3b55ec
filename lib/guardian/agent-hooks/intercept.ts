/**
 * `guardian/agentHooks/intercept`: one context to one verdict, for hosts in any language (decision 0040). The bundle's host
 * rules come first; then the ACS steps that the point stands for, each judged, chained and stored like any other.
 */
import type { AcsStep } from "../../agent-hooks/acs/acs-step";
import { stepsOf } from "../../agent-hooks/acs/steps-of";
import { type Answered, permits, verdictOf } from "../../agent-hooks/acs/verdict-of";
import { applyTransform } from "../../agent-hooks/transform";
import type { AgentContext, Verdict, Warning } from "../../agent-hooks/types";
import { applyHostRules, type HostRuleVerdict } from "../../core/agent-hooks/host-rules";
import { derivedStepId, MAX_DERIVED_STEPS } from "../../core/chain/derived-step";
import { fromPlainObject, member, memberAt } from "../../core/json/build";
import { readJson } from "../../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import { err, ok, type Result } from "../../core/result";
import { wireFailure } from "../../core/wire/codes";
import { answerStep, type StepDesk } from "../answer-step";
import { contextOf } from "../contexts";
import { extensionAnswer, refuseExtension } from "../extension";
import { type Crypto, type SessionSnapshot, StoreUnavailable } from "../ports";
import { type AdmittedExtension, sessionTerms } from "../stages/admit";
import { callRefOf, deriveStep } from "./derive-step";
import { readIntercepted } from "./intercepted";
import { HELLO_INDEX } from "./open-intercepted";

/** Rejects with StoreUnavailable where no bundle can be read. */
export async function answerIntercept(desk: StepDesk, message: AdmittedExtension): Promise<Uint8Array> {
  const { deps } = desk;
  const terms = sessionTerms(message.snapshot);
  if (terms.agent_hooks === undefined) {
    const failure = wireFailure("capability_not_negotiated", { data: { method: message.method } });
    return refuseExtension(deps, message, failure);
  }
  const context = readIntercepted(message.request);
  if (!context.ok) return refuseExtension(deps, message, context.failure);
  const told = await judge(desk, message, context.value);
  return extensionAnswer(deps, message, { extension: "agent-hooks/1", facts: fromPlainObject(told) });
}

interface Told {
  readonly verdict: Verdict;
  /** The signed ACS answers, byte for byte as stored, in the order of their steps. */
  readonly answers: readonly string[];
}

/** What has happened is told to the chain, whatever a rule says of it. */
const TOLD_ANYWAY = ["post_tool_call", "agent_shutdown"];

async function judge(desk: StepDesk, message: AdmittedExtension, context: AgentContext): Promise<Told> {
  const ruled = await ruledBy(desk, message, context);
  const isDenied = ruled.verdict.decision === "deny";
  if (isDenied && !TOLD_ANYWAY.includes(context.interception_point)) return { verdict: ruled.verdict, answers: [] };
  const asked = await askAll(desk, message, ruled.context);
  const verdict = isDenied ? ruled.verdict : joined(ruled.verdict, asked.verdict);
  return { verdict, answers: asked.answers };
}

interface Ruled {
  readonly verdict: Verdict;
  /** After what the rules rewrote. */
  readonly context: AgentContext;
}

async function ruledBy(desk: StepDesk, message: AdmittedExtension, context: AgentContext): Promise<Ruled> {
  const bundle = await desk.policies.current(message.tenantId, true);
  if (!bundle.ok) throw new StoreUnavailable(bundle.failure.message);
  const model = memberAt(context, "model", "id");
  const { interception_point: point, target } = context;
  const modelId = typeof model === "string" ? model : null;
  const verdict = verdictOfRules(applyHostRules(bundle.value.hostRules, { point, target, modelId }));
  if (verdict.decision !== "transform") return { verdict, context };
  const rewritten = applyTransform(context, verdict.transform);
  if (rewritten.ok) return { verdict, context: rewritten.value };
  return { verdict: { decision: "deny", reason: "modify_unsupported" }, context };
}

function verdictOfRules({ warnings, ...verdict }: HostRuleVerdict): Verdict {
  return warnings.length === 0 ? verdict : { ...verdict, warnings };
}

/** The later word counts, on the context as the earlier one left it; what both warn of is kept. */
function joined(ruled: Verdict, asked: Verdict): Verdict {
  const warnings: readonly Warning[] = [...(ruled.warnings ?? []), ...(asked.warnings ?? [])];
  const isRewrittenAlone = asked.decision === "allow" && ruled.decision === "transform";
  const evidence = asked.evidence === undefined ? {} : { evidence: asked.evidence };
  const verdict = isRewrittenAlone ? { ...ruled, ...evidence } : asked;
  return warnings.length === 0 ? verdict : { ...verdict, warnings };
}

async function askAll(desk: StepDesk, message: AdmittedExtension, context: AgentContext): Promise<Told> {
  const steps = await stepsFor(desk, message, context);
  const answered: Answered[] = [];
  const answers: string[] = [];
  for (const [index, step] of steps.entries()) {
    const asking = { step, index: HELLO_INDEX + 1 + index, behind: steps.length - 1 - index, context };
    const answer = await ask(desk, message, asking);
    if (!answer.ok) return { verdict: { decision: "deny", ...answer.failure }, answers };
    answers.push(answer.value.text);
    answered.push(answer.value);
    if (!permits(answer.value.result)) break;
  }
  return { verdict: verdictOf(answered), answers };
}

/** By what the database holds of the session now: which turn is open, which calls are released. */
async function stepsFor({ deps }: StepDesk, message: AdmittedExtension, context: AgentContext) {
  const { crypto } = deps;
  const fresh = (await deps.store.sessionByKey(message.snapshot.session.key)) ?? message.snapshot;
  return stepsOf(context, {
    methods: new Set(sessionTerms(message.snapshot).methods_evaluated),
    openTurn: contextOf(fresh.session).turns.at(-1)?.turn_id ?? null,
    requestIdOf: (id) => releaseOf(fresh, callRefOf(crypto, id)) ?? noRelease(crypto, fresh, message),
  });
}

const releaseOf = ({ released }: SessionSnapshot, ref: string): string | undefined =>
  released.find((step) => step.callRef === ref)?.requestId;

/** A call that was never released must not pass for another one of the same tool. Where a call is not told apart, it may. */
function noRelease(crypto: Crypto, { released }: SessionSnapshot, { request }: AdmittedExtension): string | undefined {
  if (released.some((step) => step.callRef === null)) return undefined;
  return derivedStepId(crypto, request.params.request_id, MAX_DERIVED_STEPS);
}

interface Asking {
  readonly step: AcsStep;
  readonly index: number;
  /** Steps of the same point after this one, which need their time too. */
  readonly behind: number;
  readonly context: AgentContext;
}

const RESERVE_MS = 25;

type Refused = { readonly reason: string; readonly message: string };

async function ask(
  desk: StepDesk,
  message: AdmittedExtension,
  { step, index, behind, context }: Asking,
): Promise<Result<Answered & { readonly text: string }, Refused>> {
  const { deps } = desk;
  const requestId = derivedStepId(deps.crypto, message.request.params.request_id, index);
  const { agent_id, session_id, session_state } = message.request.params.metadata;
  const callId = step.method === "steps/toolCallRequest" ? memberAt(context, "tool_call", "id") : undefined;
  const derived = deriveStep(message, {
    method: step.method,
    requestId,
    metadata: fromPlainObject({ ...step.metadata, agent_id, session_id, session_state }),
    payload: step.payload,
    receivedAt: message.receivedAt,
    reserveMs: (message.reserveMs ?? 0) + behind * RESERVE_MS,
    reservations: [{ kind: "request_id", value: requestId }],
    ...(typeof callId === "string" ? { origin: { callRef: callRefOf(deps.crypto, callId) } } : {}),
  });
  if (!derived.ok) return err({ reason: derived.failure.reason, message: derived.failure.message });
  const bytes = await answerStep(desk, derived.value);
  const read = readJson(bytes);
  const result = read.ok ? member(read.value, "result") : undefined;
  if (!isJsonObject(result)) return err(refusalIn(read.ok ? read.value : null));
  return ok({ step, requestId, result, text: new TextDecoder().decode(bytes) });
}

function refusalIn(answer: JsonValue): Refused {
  const data = memberAt(answer, "error", "data");
  const text = (name: string): string => String(member(data as JsonObject | undefined, name) ?? "");
  return { reason: text("reason") || "step_refused", message: text("message") };
}
