/** What a resolver asks (decision 0040): which item, for which context, and how long it waits. */
import { member } from "../../core/json/build";
import { canonicalText } from "../../core/json/canonical";
import type { JsonObject } from "../../core/json/value";
import { err, ok, type Result } from "../../core/result";
import { resolvePayload } from "../../core/wire/agent-hooks";
import { type WireFailure, wireFailure } from "../../core/wire/codes";
import { firstFault } from "../../core/wire/shapes";
import type { AdmittedExtension } from "../stages/admit";
import { sessionTerms } from "../stages/admit";

export interface Asked {
  readonly approvalId: string;
  readonly kind: "ask" | "defer" | "claimed";
  /** Null for a claimed approval: another action was presented under it. */
  readonly actionDigest: string | null;
  readonly identity: string | null;
  readonly point: string;
  /** Canonical text. */
  readonly context: string;
  readonly waitMs: number;
}

/** The point at which the Guardian makes items. */
const POINT = "pre_tool_call";
const KINDS = ["ask", "defer", "claimed"] as const;

/** Fails with `capability_not_negotiated` where the session is no Agent Hooks host's, else naming the field. */
export function readAsked({ request, snapshot, method }: AdmittedExtension): Result<Asked, WireFailure> {
  if (sessionTerms(snapshot).agent_hooks === undefined)
    return err(wireFailure("capability_not_negotiated", { data: { method } }));
  const payload = resolvePayload.safeParse(request.params.payload);
  if (!payload.success) return err(wireFailure("payload_invalid", firstFault(payload.error, "params.payload")));
  const { request: asked, wait_ms } = payload.data;
  if (asked.interception_point !== POINT) return invalid("interception_point", `must be ${POINT}`);
  if (asked.context_identity?.includes("\u0000")) return invalid("context_identity", "must not hold U+0000");
  const block = member(asked.verdict as JsonObject, "approval");
  const [id, kind, digest] = ["approval_id", "kind", "action_digest"].map((name) => member(block, name));
  if (typeof id !== "string" || id.length > 200) return invalid("verdict.approval.approval_id", "must be a text");
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) return invalid("verdict.approval.kind", `must be ${KINDS.join(", ")}`);
  const isClaimed = known === "claimed";
  if (!isClaimed && typeof digest !== "string") return invalid("verdict.approval.action_digest", "must be a text");
  return ok({
    approvalId: id,
    kind: known,
    actionDigest: isClaimed ? null : String(digest),
    identity: asked.context_identity,
    point: asked.interception_point,
    context: canonicalText(asked.context as JsonObject),
    waitMs: wait_ms,
  });
}

const invalid = (field: string, message: string): Result<never, WireFailure> =>
  err(wireFailure("payload_invalid", { field: `params.payload.request.${field}`, message }));
