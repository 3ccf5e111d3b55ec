/** §9: the seam at which a liftable deny may be lifted. Whatever the resolver does, the answer is a permit or a deny. */
import { err, ok, type Result } from "../core/result";
import { permits } from "./composition/aggregate";
import { type Consultation, hostDeny } from "./composition/round";
import { deepCopy } from "./deep-copy";
import { admit } from "./domain";
import { checkVerdict } from "./gate";
import type { Identifier } from "./identity";
import { within } from "./timeouts";
import type { AgentContext, ApprovalRequest, ApprovalResolver, HostError, InterceptionPoint, Verdict } from "./types";

export interface Seam {
  readonly resolver: ApprovalResolver;
  readonly redact: ((context: AgentContext) => AgentContext) | undefined;
  readonly identifier: Identifier;
  readonly timeoutMs: number;
}

type Deny = ApprovalRequest["verdict"];

const kept = (reason: HostError): Consultation => ({ kind: "kept", verdict: hostDeny(reason) });
const RESOLVER_FAILED = "host_error:approval_resolver_failed";

/** Asks the resolver about one liftable deny. Never rejects. */
export async function consult(seam: Seam, deny: Deny, context: AgentContext): Promise<Consultation> {
  const request = requestFor(seam, deny, context);
  if (!request.ok) return kept(request.failure);
  const { context_identity: identity, interception_point: point } = request.value;
  const answer = await within(seam.timeoutMs, (signal) => seam.resolver.resolve(request.value, signal));
  if (answer.kind !== "answered") return kept(RESOLVER_FAILED);
  const verdict = checkResolution(answer.value, identity, point);
  if (!verdict.ok) return kept(verdict.failure);
  return { kind: permits(verdict.value) ? "lifted" : "kept", verdict: verdict.value };
}

/** The identity is that of what the approver sees: after earlier transforms and after redaction. */
function requestFor(seam: Seam, deny: Deny, context: AgentContext): Result<ApprovalRequest, HostError> {
  const shown = redacted(seam.redact, context);
  if (shown === null) return err(RESOLVER_FAILED);
  const identity = seam.identifier.identify(shown);
  if (!identity.ok) return err(RESOLVER_FAILED);
  return ok({
    context_identity: identity.value,
    interception_point: context.interception_point,
    verdict: deepCopy(deny as never) as Deny,
    context: shown,
  });
}

function redacted(redact: Seam["redact"], context: AgentContext): AgentContext | null {
  const copy = deepCopy(context);
  if (!redact) return copy;
  try {
    const shown = admit(redact(copy));
    return shown.ok ? (shown.value.value as AgentContext) : null;
  } catch {
    return null;
  }
}

/** The four steps of §9 in their order; the first failure decides the reason. */
function checkResolution(
  answer: unknown,
  identity: string | null,
  point: InterceptionPoint,
): Result<Verdict, HostError> {
  const read = resolutionMembers(answer);
  if (read === null) return err(RESOLVER_FAILED);
  if (read.identity !== identity) return err("host_error:approval_identity_mismatch");
  const { outcome } = read;
  const decides = outcome === "approve" || outcome === "reject";
  const hasVerdict = read.verdict !== undefined && read.verdict !== null;
  if ((!decides && outcome !== "unresolved") || hasVerdict !== decides) return err(RESOLVER_FAILED);
  if (!decides) return err("host_error:approval_unresolved");
  const verdict = checkVerdict(read.verdict, point);
  if (!verdict.ok) return pathFaults.has(verdict.failure) ? verdict : err("host_error:verdict_invalid");
  if (permits(verdict.value) !== (outcome === "approve")) return err("host_error:verdict_invalid");
  return verdict;
}

const pathFaults: ReadonlySet<HostError> = new Set([
  "host_error:transform_invalid",
  "host_error:transform_target_forbidden",
]);

/** Read once, so that what is checked is what is used. Null for what is no object or cannot be read. */
function resolutionMembers(answer: unknown): { identity: unknown; outcome: unknown; verdict: unknown } | null {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return null;
  try {
    const { context_identity: identity, outcome, verdict } = answer as Record<string, unknown>;
    return { identity, outcome, verdict };
  } catch {
    return null;
  }
}
