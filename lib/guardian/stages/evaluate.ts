/** Stage 5, pure: step, session, bundle and database time to the findings of every rule. */

import { type AppliedAgbom, agbomWrite, isAgbomMethod } from "../../core/agbom/apply";
import { actionDigest, actionObject } from "../../core/approval/action";
import type { JsonObject, JsonValue } from "../../core/json/value";
import type { Finding } from "../../core/policy/types";
import type { SessionContext } from "../../core/session/context";
import { contextOf } from "../contexts";
import type { Crypto, LoadedBundle, SessionSnapshot } from "../ports";
import { judgeInput, type Notes, notesOf, type RuleFacts, ruleInput } from "../rules";
import type { AdmittedStep } from "./admit";
import type { Consulted, Known } from "./consult";

/** How many answers may be under way at once before an old head counts as a wrong one. */
const HINT_WINDOW = 64;

export interface Evaluated {
  readonly step: AdmittedStep;
  readonly snapshot: SessionSnapshot;
  readonly bundle: LoadedBundle;
  readonly consulted: Consulted;
  readonly known: Known;
  readonly now: number;
  readonly context: SessionContext;
  /** Of an `agbom/*` step that makes sense: what it makes of the session's AgBOM. */
  readonly agbom: AppliedAgbom | null;
  readonly notes: Notes;
  readonly findings: readonly Finding[];
  readonly permitted: boolean;
  readonly permits: readonly string[];
  readonly action: JsonObject;
  readonly digest: string;
}

export interface EvaluateInput {
  readonly step: AdmittedStep;
  readonly snapshot: SessionSnapshot;
  readonly bundle: LoadedBundle;
  readonly consulted: Consulted;
  readonly known: Known;
  readonly now: number;
}

export function evaluate(crypto: Crypto, input: EvaluateInput): Evaluated {
  const { step, snapshot, consulted, bundle } = input;
  const { payload } = step.request.params;
  const context = contextOf(snapshot.session);
  const action = actionOf(step, snapshot, payload);
  const digest = actionDigest(crypto, action);
  const facts = ruleFacts({ ...input, context });
  const rules = ruleInput(facts, payload);
  const judged = judgeInput(bundle, rules);
  const reportsTurns = step.terms.methods_evaluated.includes("steps/turnStart");
  const notes = notesOf(bundle, rules, { heads: input.known.heads, reportsTurns });
  const agbom = agbomOf(input, context);
  const findings = [
    ...chainFindings(snapshot, consulted),
    ...claimFindings(snapshot, consulted, digest),
    ...agbom.findings,
    ...judged.findings,
  ];
  return { ...input, ...judged, context, action, digest, agbom: agbom.applied, notes, findings };
}

/** What every rule is given besides the payload; edits are judged with the same. */
export function ruleFacts(input: EvaluateInput & { readonly context: SessionContext }): RuleFacts {
  const { step, snapshot, bundle, known, context, now } = input;
  const { request_id } = step.request.params;
  const metadata = step.params.metadata as JsonObject;
  return { method: step.method, request_id, metadata, snapshot, context, knowledge: known.knowledge, bundle, now };
}

function agbomOf(
  { step, known }: EvaluateInput,
  context: SessionContext,
): { readonly applied: AppliedAgbom | null; readonly findings: readonly Finding[] } {
  if (!isAgbomMethod(step.method)) return { applied: null, findings: [] };
  const payload = step.request.params.payload as JsonObject;
  const current = known.components;
  const applied = agbomWrite({ method: step.method, payload, context, ...(current === undefined ? {} : { current }) });
  if (applied.ok) return { applied: applied.value, findings: [] };
  const finding: Finding = {
    rule_id: "structural/agbom",
    disposition: "deny",
    paradigm: "structural",
    reason: `The AgBOM does not fit the one that this session declared: ${applied.failure.field} ${applied.failure.message}.`,
    reason_code: "agbom_inconsistent",
  };
  return { applied: null, findings: [finding] };
}

/** What an approval would cover: registered identities, and this payload. */
export function actionOf(step: AdmittedStep, snapshot: SessionSnapshot, payload: JsonValue): JsonObject {
  return actionObject({
    tenant_id: snapshot.session.tenantId,
    agent_id: snapshot.agent.agentId,
    session_id: snapshot.session.sessionId,
    method: step.method,
    metadata: step.params.metadata as JsonObject,
    payload,
  });
}

function chainFindings({ session }: SessionSnapshot, { hintSeq }: Consulted): readonly Finding[] {
  if (hintSeq === undefined) return [];
  if (hintSeq !== null && hintSeq >= session.ackSeq - HINT_WINDOW) return [];
  return [
    {
      rule_id: "structural/chain",
      disposition: "deny",
      paradigm: "structural",
      reason: "The chain head that the agent holds is not one that this Guardian published in this session.",
      reason_code: "chain_mismatch",
    },
  ];
}

function claimFindings(snapshot: SessionSnapshot, { claimed }: Consulted, digest: string): readonly Finding[] {
  if (!claimed) return [];
  const { approval } = claimed;
  if (approval && approval.sessionKey === snapshot.session.key && approval.requestedDigest === digest) return [];
  return [
    {
      rule_id: "structural/approval-binding",
      disposition: "deny",
      paradigm: "structural",
      reason: "The approval that this message names covers another action.",
      reason_code: "approval_digest_mismatch",
      risk: "critical",
    },
  ];
}
