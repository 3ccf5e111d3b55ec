/** From the Guardian's answers to one verdict of Agent Hooks. Whatever cannot be said as a verdict denies. */
import { fromPlainObject, memberAt } from "../../core/json/build";
import type { JsonObject, JsonValue } from "../../core/json/value";
import { sentenceFor } from "../../core/wire/reason-codes";
import { applyRelease } from "../../core/wire/release";
import { type Evidence, HOST_ERROR, type Verdict, type Warning } from "../types";
import { type AcsStep, targetIn } from "./acs-step";
import { approvalBlockOf, claimedBlockOf } from "./approval-block";

/** A checked result and the step that it answers. */
export interface Answered {
  readonly step: AcsStep;
  readonly requestId: string;
  readonly result: JsonObject;
}

/** No verdict can be made of an answer: a bug of its judge, or no decision in it. The contract denies what throws. */
export class NoVerdict extends Error {
  override readonly name = "NoVerdict";
}

/** Decisions after which the next step of the point is sent. */
export const permits = (result: JsonObject): boolean => result.decision === "allow" || result.decision === "modify";

/**
 * One verdict for one point. The first answer that does not permit decides; without answers (nothing evaluated) it is an
 * allow. Throws `NoVerdict` on a result without a disposition.
 */
export function verdictOf(answered: readonly Answered[]): Verdict {
  let verdict: Verdict = { decision: "allow" };
  let evidence: Evidence | undefined;
  const warnings: Warning[] = [];
  for (const each of answered) {
    const next = single(each);
    if (next.decision === "deny") return next;
    warnings.push(...(next.warnings ?? []));
    evidence = next.evidence ?? evidence;
    if (next.decision === "transform" || verdict.decision === "allow") verdict = next;
  }
  return { ...verdict, ...(evidence ? { evidence } : {}), ...(warnings.length > 0 ? { warnings } : {}) };
}

function single(answered: Answered): Verdict {
  const { decision } = answered.result;
  switch (decision) {
    case "allow":
      return allowed(answered);
    case "modify":
      return modified(answered);
    case "deny":
      return denied(answered);
    case "ask":
      return liftable(answered, "ask");
    case "defer":
      return isForPeople(answered.result) ? liftable(answered, "defer") : deny(answered, "acs_deferred");
    default:
      throw new NoVerdict("the answer holds no decision");
  }
}

function allowed(answered: Answered): Verdict {
  const codes = codesOf(answered.result);
  const reason = codes.find((code) => code === RELEASED);
  const warnings = codes.filter((code) => code !== RELEASED).map(warningOf);
  return {
    decision: "allow",
    ...(reason === undefined ? {} : { reason, message: reasoningOf(answered.result) }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...evidenceOf(answered.result),
  };
}

/** The Guardian's word that a person approved exactly this action, used up by this answer. */
const RELEASED = "approval_released";

function modified(answered: Answered): Verdict {
  const { step, result } = answered;
  const applied = applyRelease(step.method, step.payload, result.modifications);
  const value = applied.ok ? targetIn(step, applied.value) : undefined;
  if (value === undefined) {
    const verdict = deny(answered, "modify_unsupported");
    return { ...verdict, message: "The Guardian's edit cannot be made here; the original is not run." };
  }
  return { ...said(answered, "acs_modified"), decision: "transform", transform: { path: "$target", value } };
}

function denied(answered: Answered): Verdict {
  const approval = claimedBlockOf(answered);
  if (approval === null) return deny(answered, "acs_denied");
  return { ...deny(answered, "acs_denied"), reason: "approval_digest_mismatch", approval: fromPlainObject(approval) };
}

/** Without an item nobody can be asked, so that the deny is a plain one. */
function liftable(answered: Answered, kind: "ask" | "defer"): Verdict {
  const approval = approvalBlockOf(answered, kind);
  const verdict = deny(answered, kind === "ask" ? "approval_required" : "acs_deferred");
  return approval === null ? verdict : { ...verdict, approval: fromPlainObject(approval) };
}

type Deny = Verdict & { readonly decision: "deny" };

const deny = (answered: Answered, fallback: string): Deny => {
  const isOurs = fallback === "modify_unsupported";
  const words = said(answered, fallback);
  return { ...words, decision: "deny", ...(isOurs ? { reason: fallback } : {}) };
};

function said({ result }: Answered, fallback: string) {
  const message = reasoningOf(result);
  return {
    reason: codesOf(result)[0] ?? fallback,
    ...(message === "" ? {} : { message }),
    ...evidenceOf(result),
  };
}

const isForPeople = (result: JsonObject): boolean =>
  memberAt(result, "defer_details", "resolution_method") === "human_approval";

/** Codes that policies made up may not use the host's own prefix (Agent Hooks §12). */
function codesOf(result: JsonObject): readonly string[] {
  const codes = Array.isArray(result.reason_codes) ? result.reason_codes : [];
  const texts = codes.filter((code: JsonValue) => typeof code === "string" && code !== "") as readonly string[];
  return texts.map((code) => (code.startsWith(HOST_ERROR) ? `guardian:${code}` : code));
}

const reasoningOf = (result: JsonObject): string => (typeof result.reasoning === "string" ? result.reasoning : "");

const warningOf = (reason: string): Warning => {
  const message = sentenceFor(reason);
  return message === null ? { reason } : { reason, message };
};

/** The link from the host's record to the Guardian's entry, and to the approval that was used. */
function evidenceOf(result: JsonObject): Pick<Verdict, "evidence"> {
  const { chain_hash } = result;
  const id = memberAt(result, "policy_data", "approval", "approval_id");
  const isApproved = permits(result) && typeof id === "string";
  const pointers = isApproved ? { verification_pointers: { approval: `urn:guardian:approval:${id}` } } : {};
  if (typeof chain_hash !== "string" || !/^[0-9a-f]{64}$/.test(chain_hash)) return {};
  return { evidence: { artefact: `sha256:${chain_hash}`, ...pointers } };
}
