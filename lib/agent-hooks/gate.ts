/** §5: the one check that every answer passes, an interceptor's and a resolver's. */
import { canonicalBytes } from "../core/json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { err, ok, type Result } from "../core/result";
import { admit, admitAnswer } from "./domain";
import { parsePath, permitsTransform } from "./transform";
import { type Evidence, HOST_ERROR, type HostError, type InterceptionPoint, type Verdict, type Warning } from "./types";

/** §5.3: UTF-8 bytes of the canonical evidence. */
export const EVIDENCE_CAP = 10_240;

const INVALID = err("host_error:verdict_invalid" as const);
type Checked<T> = Result<T, HostError>;
type Facts = Omit<Verdict, "decision" | "approval" | "transform">;

/**
 * The verdict in an answer, with unknown members dropped. Fails with the reason to deny with: `interceptor_failed` for
 * what cannot be JSON, `transform_*` for a path that no context can have, `verdict_invalid` for the rest.
 */
export function checkVerdict(answer: unknown, point: InterceptionPoint): Checked<Verdict> {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return INVALID;
  const read = admitAnswer(answer);
  if (!read.ok) return err("host_error:interceptor_failed");
  const given = withoutNulls(read.value.value as JsonObject);
  const facts = factsOf(given);
  if (facts === null) return INVALID;
  if (given.decision !== "transform" && given.transform !== undefined) return INVALID;
  if (given.decision !== "deny" && given.approval !== undefined) return INVALID;
  switch (given.decision) {
    case "allow":
      return ok({ decision: "allow", ...facts });
    case "deny":
      if (given.approval === undefined) return ok({ decision: "deny", ...facts });
      return isJsonObject(given.approval) ? ok({ decision: "deny", ...facts, approval: given.approval }) : INVALID;
    case "transform":
      return checkTransform(given, { facts, point, answer });
    default:
      return INVALID;
  }
}

/** Members that are null count as absent. Has no prototype: what a library put there decides nothing. */
function withoutNulls(object: JsonObject): JsonObject {
  const members = Object.entries(object).filter(([, value]) => value !== null);
  return Object.assign(Object.create(null), Object.fromEntries(members));
}

function checkTransform(
  given: JsonObject,
  { facts, point, answer }: { facts: Facts; point: InterceptionPoint; answer: object },
): Checked<Verdict> {
  const { transform } = given;
  if (!isJsonObject(transform) || typeof transform.path !== "string") return INVALID;
  if (!permitsTransform(point)) return err("host_error:transform_target_forbidden");
  const path = parsePath(transform.path);
  if (!path.ok) return path;
  // the value goes into the action, where leaving a member out would change what was decided
  const exact = admit((answer as { transform: { value?: unknown } }).transform.value ?? null);
  if (!exact.ok) return err("host_error:interceptor_failed");
  return ok({ decision: "transform", ...facts, transform: { path: transform.path, value: exact.value.value } });
}

/** What every decision may carry, or null where a member is not of its type. */
function factsOf(given: JsonObject): Facts | null {
  const { reason, message, result_labels: labels } = given;
  if (!isAbsentOrText(reason) || !isAbsentOrText(message)) return null;
  if (reason?.startsWith(HOST_ERROR)) return null;
  if (labels !== undefined && !isTextList(labels)) return null;
  const warnings = given.warnings === undefined ? undefined : warningsOf(given.warnings);
  const evidence = given.evidence === undefined ? undefined : evidenceOf(given.evidence);
  if (warnings === null || evidence === null) return null;
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(warnings === undefined ? {} : { warnings }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(labels === undefined ? {} : { result_labels: labels }),
  };
}

function warningsOf(given: JsonValue): readonly Warning[] | null {
  if (!Array.isArray(given)) return null;
  const warnings: Warning[] = [];
  for (const one of given as readonly JsonValue[]) {
    if (!isJsonObject(one)) return null;
    const { reason, message } = withoutNulls(one);
    if (!isAbsentOrText(reason) || !isAbsentOrText(message) || reason?.startsWith(HOST_ERROR)) return null;
    warnings.push({ ...(reason === undefined ? {} : { reason }), ...(message === undefined ? {} : { message }) });
  }
  return warnings;
}

function evidenceOf(given: JsonValue): Evidence | null {
  if (!isJsonObject(given)) return null;
  const { artefact = null, verification_pointers: pointers } = given;
  if (artefact !== null && typeof artefact !== "string") return null;
  if (pointers !== undefined && !isTextObject(pointers)) return null;
  const evidence: Evidence = {
    ...(artefact === null ? {} : { artefact }),
    ...(pointers === undefined ? {} : { verification_pointers: pointers }),
  };
  return canonicalBytes(given).length <= EVIDENCE_CAP ? evidence : null;
}

const isAbsentOrText = (value: JsonValue | undefined): value is string | undefined =>
  value === undefined || typeof value === "string";
const isTextList = (value: JsonValue): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
const isTextObject = (value: JsonValue): value is { readonly [name: string]: string } =>
  isJsonObject(value) && Object.values(value).every((item) => typeof item === "string");
