/** What a decided step leaves for the next ones: its session's context, and the rows that go with it. */
import { agbomState } from "../core/agbom/apply";
import { settledComponents } from "../core/agbom/ban-findings";
import { member } from "../core/json/build";
import type { JsonObject } from "../core/json/value";
import { advanceContext } from "../core/session/advance";
import { EMPTY_CONTEXT, type SessionContext } from "../core/session/context";
import { nodesOf } from "../core/session/provenance";
import { registrationOf } from "../core/session/skills";
import { contextText } from "../core/session/stored";
import { deriveChildIntent } from "../core/session/subagents";
import type { Draft } from "./draft";
import type { Crypto, StepPlan } from "./ports";
import type { Evaluated } from "./stages/evaluate";
import { traceOfChild, traceOfSession } from "./trace";

export interface Carried {
  readonly context: SessionContext;
  readonly rows: Pick<StepPlan, "provenance" | "skills" | "subagents" | "agbom" | "uses">;
}

/** `seq` is that of the step's own entry. */
export function carry(
  evaluated: Evaluated,
  draft: Draft,
  { seq, crypto }: { readonly seq: number; readonly crypto: Crypto },
): Carried {
  const { step, known, context } = evaluated;
  const { request_id } = step.request.params;
  const payload = step.request.params.payload as JsonObject;
  const nodes = nodesOf({ payload, step_id: request_id, knowledge: known.knowledge });
  const advanced = advanceContext({
    context,
    method: step.method,
    payload,
    metadata: step.params.metadata as JsonObject,
    request_id,
    decision: draft.decision,
    nodes,
    knowledge: known.knowledge,
  });
  const happened = draft.decision !== "deny";
  const agbom = happened ? evaluated.agbom : null;
  const trace = traceOfSession(evaluated);
  const next: SessionContext = {
    ...advanced,
    ...(trace === undefined ? {} : { trace }),
    deferrals: context.deferrals + deferralsOf(draft),
    ...(agbom === null ? {} : { agbom: agbomState(agbom, seq) }),
  };
  const uses = known.needs.uses.map((use, index) => ({
    ...use,
    declared: (known.knowledge.components[index]?.length ?? 0) > 0,
  }));
  return {
    context: next,
    rows: {
      ...(nodes.length === 0 ? {} : { provenance: nodes }),
      ...(happened ? skillRows(evaluated, payload) : {}),
      ...(happened ? subagentRows(crypto, next, evaluated) : {}),
      ...agbomRows(evaluated, draft, agbom),
      ...(uses.length === 0 ? {} : { uses }),
    },
  };
}

/** The same DEFER told again is no further deferral; where no item is kept, nobody can tell. */
function deferralsOf({ decision, approvalId, newApprovals }: Draft): number {
  if (decision === "defer" && approvalId === null) return 1;
  return newApprovals.filter((item) => item.kind === "defer").length;
}

/** A change of definition that stood against a released step was decided on with it. */
function agbomRows({ findings }: Evaluated, { decision }: Draft, agbom: Evaluated["agbom"]): Pick<StepPlan, "agbom"> {
  if (agbom !== null) {
    const { isSnapshot, put, remove, reason } = agbom;
    return { agbom: { isSnapshot, put, remove, reason } };
  }
  const settled = decision === "allow" || decision === "modify" ? settledComponents(findings) : [];
  return settled.length === 0 ? {} : { agbom: { isSnapshot: false, put: [], remove: [], settled, reason: null } };
}

/** Only an allowed registration vouches for a skill (W§17.3). */
function skillRows({ step, snapshot }: Evaluated, payload: JsonObject): Pick<StepPlan, "skills"> {
  if (step.method !== "steps/skillRegister") return {};
  const { key } = snapshot.session;
  const registration = registrationOf(payload, { session_key: key, step_id: step.request.params.request_id });
  return registration === null ? {} : { skills: [registration] };
}

/** The child's session opens with the Intent that it has from its parent, and in its parent's trace. */
function subagentRows(crypto: Crypto, parent: SessionContext, evaluated: Evaluated): Pick<StepPlan, "subagents"> {
  const { step } = evaluated;
  const payload = step.request.params.payload as JsonObject;
  const sessionId = member(payload, "subagent_session_id");
  if (step.method !== "steps/subagentStart" || typeof sessionId !== "string") return {};
  const child = {
    ...EMPTY_CONTEXT,
    intent: deriveChildIntent(parent, payload),
    trace: traceOfChild(crypto, evaluated),
  };
  return { subagents: [{ sessionId, stepId: step.request.params.request_id, context: contextText(child) }] };
}
