/** Stage 5, pure: step, session, bundle and database time to the findings of every rule. */
import { actionDigest, actionObject } from "../../core/approval/action";
import { canonicalText } from "../../core/json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import type { Finding, PolicyStep } from "../../core/policy/types";
import type { Crypto, LoadedBundle, SessionSnapshot } from "../ports";
import type { AdmittedStep } from "./admit";
import type { Consulted } from "./consult";

/** How many answers may be under way at once before an old head counts as a wrong one. */
const HINT_WINDOW = 64;

export interface Evaluated {
  readonly step: AdmittedStep;
  readonly snapshot: SessionSnapshot;
  readonly bundle: LoadedBundle;
  readonly consulted: Consulted;
  readonly now: number;
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
  readonly now: number;
}

export function evaluate(crypto: Crypto, input: EvaluateInput): Evaluated {
  const { step, snapshot, bundle, consulted } = input;
  const action = actionOf(step, snapshot, step.request.params.payload);
  const digest = actionDigest(crypto, action);
  const engine = bundle.evaluate(policyStep(factsOf(step), snapshot, step.request.params.payload));
  const structural = [...chainFindings(snapshot, consulted), ...claimFindings(snapshot, consulted, digest)];
  return { ...input, action, digest, ...engine, findings: [...structural, ...engine.findings] };
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

/** What policy is told of a step besides its session and its payload. */
export interface StepFacts {
  readonly method: string;
  readonly environment?: string;
}

export const factsOf = ({ method, request }: AdmittedStep): StepFacts => ({
  method,
  environment: request.params.metadata.environment,
});

/** The step as policy sees it: bare argument values, and the text of content. */
export function policyStep(
  { method, environment }: StepFacts,
  snapshot: SessionSnapshot,
  payload: JsonValue,
): PolicyStep {
  const body = isJsonObject(payload) ? payload : {};
  const text = (member: string) => (typeof body[member] === "string" ? { [member]: body[member] } : {});
  return {
    method,
    agent_id: snapshot.agent.agentId,
    session_id: snapshot.session.sessionId,
    ...(snapshot.session.userId === null ? {} : { user_id: snapshot.session.userId }),
    ...(environment === undefined ? {} : { environment }),
    ...toolOf(body),
    ...text("capability"),
    ...text("operation"),
    ...text("raw_command"),
    ...argumentsOf(body),
    ...contentOf(body),
  };
}

function toolOf(body: JsonObject): Pick<PolicyStep, "tool"> {
  const { tool } = body;
  if (!isJsonObject(tool) || typeof tool.name !== "string") return {};
  return {
    tool: {
      name: tool.name,
      ...(typeof tool.provider === "string" ? { provider: tool.provider } : {}),
      ...(typeof tool.version === "string" ? { version: tool.version } : {}),
    },
  };
}

function argumentsOf(body: JsonObject): Pick<PolicyStep, "arguments"> {
  if (!isJsonObject(body.arguments)) return {};
  const bare: Record<string, JsonValue> = Object.create(null);
  for (const [name, holder] of Object.entries(body.arguments))
    bare[name] = isJsonObject(holder) ? (holder.value ?? null) : null;
  return { arguments: bare };
}

function contentOf(body: JsonObject): Pick<PolicyStep, "text"> {
  const items = Array.isArray(body.content) ? body.content : Array.isArray(body.outputs) ? body.outputs : null;
  if (!items) return {};
  return {
    text: items.map((item: JsonValue) => {
      const value = isJsonObject(item) ? (item.value ?? null) : item;
      return typeof value === "string" ? value : canonicalText(value);
    }),
  };
}
