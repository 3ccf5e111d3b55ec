/** What an admin bans: read from a form or an import, refused with the field named. */
import type { Ban, ComponentType } from "../agbom/ban";
import { parseDigest } from "../agbom/digests";
import { isEndpoint } from "../agbom/endpoint";
import { nameKey } from "../agbom/normalise";
import { COMPONENT_TYPES } from "../agbom/schema";
import { isRange } from "../agbom/version-range";
import { err, ok, type Result } from "../result";
import { isSaid } from "../text/visible";
import type { CommandFailure } from "./failure";

/** All given members must match; at least one besides `type` is given. */
export interface BanTerms {
  readonly type: ComponentType | null;
  /** A name, a package URL such as `pkg:npm/left-widget@2.8.1`, or `name@version`. */
  readonly name: string | null;
  readonly versionRange: string | null;
  readonly provider: string | null;
  readonly endpoint: string | null;
  /** `algorithm:value` */
  readonly digest: string | null;
  readonly reason: string;
  /** ms since the epoch, or null for good. */
  readonly expiresAt: number | null;
}

const MEMBERS = ["name", "versionRange", "provider", "endpoint", "digest"] as const;
const MAX_TEXT = 1000;

/** Empty texts count as not given. `expiresAt` is in ms; whether it is still to come is judged by the database clock. */
export function parseBanInput(input: unknown): Result<BanTerms, CommandFailure> {
  const given = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const texts: Partial<Record<(typeof MEMBERS)[number] | "type" | "reason", string | null>> = {};
  for (const field of ["type", "reason", ...MEMBERS] as const) {
    const text = optionalText(given, field);
    if (!text.ok) return text;
    texts[field] = text.value;
  }
  const { type = null, reason = null, ...rest } = texts;
  const expiresAt = given.expiresAt ?? null;
  if (type !== null && !isType(type)) return invalid("type", "This is not a kind of component.");
  if (reason === null || !isSaid(reason)) return invalid("reason", "Say why: agents and approvers are told.");
  if (expiresAt !== null && (typeof expiresAt !== "number" || !Number.isSafeInteger(expiresAt) || expiresAt <= 0)) {
    return invalid("expiresAt", "Give a date, or leave it empty.");
  }
  const members = Object.fromEntries(MEMBERS.map((name) => [name, rest[name] ?? null])) as Record<
    (typeof MEMBERS)[number],
    string | null
  >;
  return checked({ type, reason, ...members, expiresAt });
}

function checked(terms: BanTerms): Result<BanTerms, CommandFailure> {
  if (MEMBERS.every((name) => terms[name] === null))
    return invalid("name", "Give at least a name, a version range, a provider, an endpoint or a digest.");
  if (terms.name !== null && nameKey(terms.name) === "") return invalid("name", "This name has no visible character.");
  if (terms.versionRange !== null && !isRange(terms.versionRange))
    return invalid("versionRange", "Give a range such as >=1.2 <2, or one version.");
  if (terms.versionRange !== null && onlyVersion(terms))
    return invalid("versionRange", "A version range needs a name, a provider or an endpoint beside it.");
  if (terms.endpoint !== null && !isEndpoint(terms.endpoint))
    return invalid("endpoint", "Give an origin or a URL, such as https://mcp.example.com/files.");
  if (terms.digest !== null && parseDigest(terms.digest) === null)
    return invalid("digest", "Give algorithm and value, such as sha256:9f86d0….");
  return ok(terms);
}

const onlyVersion = (terms: BanTerms): boolean =>
  terms.name === null && terms.provider === null && terms.endpoint === null && terms.digest === null;

/** The ban as the rules read it. */
export const banOf = (id: string, terms: BanTerms): Ban => ({
  id,
  type: terms.type,
  name: terms.name,
  version_range: terms.versionRange,
  provider: terms.provider,
  endpoint: terms.endpoint,
  digest: terms.digest,
  reason: terms.reason,
  expires_at: terms.expiresAt,
});

function optionalText(given: Readonly<Record<string, unknown>>, field: string): Result<string | null, CommandFailure> {
  const value = Object.hasOwn(given, field) ? given[field] : null;
  if (value === null || value === undefined) return ok(null);
  if (typeof value !== "string") return invalid(field, "Give a text.");
  const text = value.trim();
  if (text.length > MAX_TEXT) return invalid(field, `At most ${MAX_TEXT} characters.`);
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return invalid(field, "No line breaks or control characters.");
  return ok(text === "" ? null : text);
}

const isType = (text: string): text is ComponentType => (COMPONENT_TYPES as readonly string[]).includes(text);

const invalid = (field: string, message: string): Result<never, CommandFailure> =>
  err({ kind: "invalid", field, message });
