/** Actions and views for tests of approvals. */

import { actionObject } from "../core/approval/action";
import { buildView, type ViewInput } from "../core/approval/view";
import { fromPlainObject } from "../core/json/build";
import { readJsonText } from "../core/json/read";
import { isJsonObject, type JsonObject } from "../core/json/value";

export const SESSION = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";

/** An action read from JSON text, so that members keep whatever names they have. */
export function actionOf(payload: string | object, more: { method?: string; metadata?: object } = {}): JsonObject {
  const read = readJsonText(typeof payload === "string" ? payload : JSON.stringify(payload));
  if (!read.ok) throw new Error(read.failure.message);
  return actionObject({
    tenant_id: "main",
    agent_id: "agent-blue",
    session_id: SESSION,
    method: more.method ?? "steps/toolCallRequest",
    metadata: fromPlainObject({ agent_id: "agent-blue", session_id: SESSION, ...more.metadata }),
    payload: read.value,
  });
}

export function viewOf(effective: JsonObject, more: Partial<ViewInput> = {}): JsonObject {
  return buildView({
    approval_id: "apr_1",
    kind: "ask",
    requested: effective,
    effective,
    requested_digest: "sha256:aa",
    effective_digest: "sha256:bb",
    modifications: null,
    findings: [
      {
        rule_id: "ask-large-refunds",
        disposition: "ask",
        paradigm: "cedar",
        reason: "Refunds above 500 need a person's approval.",
        reason_code: "refund_over_limit",
        risk: "high",
      },
    ],
    bundle_digest: "sha256:cc",
    risk: "high",
    approvers: "approvers",
    votes_required: 1,
    agent: { id: "agent-blue", name: "Support agent" },
    user_id: "u-alice",
    earlier: [],
    context: [],
    ...more,
  });
}

/** A member path of a view that must be there. */
export function inView(view: JsonObject, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, name) => {
    if (Array.isArray(value) && typeof name === "number") return value[name];
    return isJsonObject(value) ? value[String(name)] : undefined;
  }, view);
}
