/** Matching bans with components: matched, not matched, or not comparable, and then why. */

import type { Ban } from "./ban";
import { type Digest, parseDigest, sameDigest } from "./digests";
import { underEndpoint } from "./endpoint";
import { ecosystemOf, type NameParts, nameKey, parseName } from "./normalise";
import type { Subject } from "./subject";
import { inRange } from "./version-range";

export type BanVerdict =
  | { readonly kind: "matched" }
  | { readonly kind: "clear" }
  /** `why` is a sentence part: "its version is not known". `named` tells whether the ban points at this component by more than its kind. */
  | { readonly kind: "not_checked"; readonly why: string; readonly named: boolean };

export interface BanHitOn {
  readonly ban: Ban;
  readonly subject: Subject;
  readonly verdict: Exclude<BanVerdict, { kind: "clear" }>;
}

type Answer = "yes" | "no" | { readonly unknown: string };

interface CompiledBan {
  readonly ban: Ban;
  readonly name: NameParts | null;
  readonly digest: Digest | null;
}

const compile = (ban: Ban): CompiledBan => ({
  ban,
  name: ban.name === null ? null : parseName(ban.name),
  digest: ban.digest === null ? null : parseDigest(ban.digest),
});

/** True while the ban is in force. */
export const isInForce = (ban: Ban, now: number): boolean => ban.expires_at === null || now < ban.expires_at;

export const matchBan = (ban: Ban, subject: Subject): BanVerdict => verdictOf(compile(ban), subject);

function verdictOf(compiled: CompiledBan, subject: Subject): BanVerdict {
  const { ban, name, digest } = compiled;
  if (ban.type !== null && ban.type !== subject.type) return { kind: "clear" };
  const answers: Answer[] = [];
  if (name) answers.push(nameAnswer(name, subject), ecosystemAnswer(name, subject));
  if (name?.version) answers.push(versionAnswer(name.version, subject));
  if (ban.version_range !== null) answers.push(versionAnswer(ban.version_range, subject));
  if (ban.provider !== null) answers.push(providerAnswer(ban.provider, subject));
  if (ban.endpoint !== null) answers.push(endpointAnswer(ban.endpoint, subject));
  if (ban.digest !== null) answers.push(digestAnswer(digest, subject));
  if (answers.length === 0 || answers.includes("no")) return { kind: "clear" };
  const unknown = answers.find((answer) => typeof answer === "object");
  if (typeof unknown !== "object") return { kind: "matched" };
  // the ecosystem's answer is "yes" for every ban without one
  const named = name ? answers[0] === "yes" || typeof answers[0] === "object" : answers.includes("yes");
  if (!named && ban.type === null && !mayConcern(ban, subject)) return { kind: "clear" };
  return { kind: "not_checked", why: unknown.unknown, named };
}

/** A ban of any kind, by endpoint or digest alone, does not concern the kinds that have none. */
function mayConcern(ban: Ban, { type, contentHash }: Subject): boolean {
  if (ban.endpoint !== null && !["model", "mcp_server", "a2a_peer"].includes(type)) return false;
  return ban.digest === null || type === "skill" || contentHash() !== null;
}

const lastSegment = (key: string): string => key.slice(key.lastIndexOf("/") + 1);

/** A name without its namespace may or may not be the one that is banned with it. */
function nameAnswer({ key }: NameParts, subject: Subject): Answer {
  if (subject.keys.includes(key)) return "yes";
  const near = subject.keys.some(
    (other) => lastSegment(other) === lastSegment(key) && (other === lastSegment(other) || key === lastSegment(key)),
  );
  return near ? { unknown: "its namespace is not known" } : "no";
}

function ecosystemAnswer({ ecosystem }: NameParts, subject: Subject): Answer {
  if (ecosystem === null || subject.ecosystems.includes(ecosystem)) return "yes";
  return subject.ecosystems.length > 0 ? "no" : { unknown: "its package ecosystem is not known" };
}

function versionAnswer(range: string, subject: Subject): Answer {
  if (subject.versions.length === 0) return { unknown: "its version is not known" };
  const verdicts = subject.versions.map((version) => inRange(version, range));
  if (verdicts.includes("inside")) return "yes";
  return verdicts.includes("unknown") ? { unknown: "its version cannot be compared with the range" } : "no";
}

function providerAnswer(provider: string, subject: Subject): Answer {
  if (subject.providers.length === 0 && subject.ecosystems.length === 0)
    return { unknown: "its provider is not known" };
  const ecosystem = ecosystemOf(provider);
  const same =
    subject.providers.includes(nameKey(provider)) || (ecosystem !== null && subject.ecosystems.includes(ecosystem));
  return same ? "yes" : "no";
}

function endpointAnswer(endpoint: string, subject: Subject): Answer {
  if (subject.endpoints.length === 0) return { unknown: "its endpoint is not known" };
  const verdicts = subject.endpoints.map((other) => underEndpoint(other, endpoint));
  if (verdicts.includes("inside")) return "yes";
  return verdicts.includes("unknown") ? { unknown: "its endpoint cannot be compared" } : "no";
}

function digestAnswer(digest: Digest | null, subject: Subject): Answer {
  if (digest === null) return { unknown: "the ban's digest cannot be read" };
  const { definition } = subject;
  if (definition && sameDigest(definition, digest)) return "yes";
  const content = subject.contentHash();
  if (content !== null && sameDigest({ algorithm: "sha256", value: content }, digest)) return "yes";
  if (subject.type === "skill" && (definition === null || isOtherAlgorithm(definition, digest)))
    return { unknown: "its digest is not known in this algorithm" };
  return content === null && definition === null ? { unknown: "its digest is not known" } : "no";
}

const isOtherAlgorithm = (a: Digest, b: Digest): boolean =>
  a.algorithm !== null && b.algorithm !== null && a.algorithm !== b.algorithm;

/** Bans by the last part of their name, so that a large AgBOM meets only those that can concern a component. */
interface BanIndex {
  readonly byName: ReadonlyMap<string, readonly CompiledBan[]>;
  readonly unnamed: readonly CompiledBan[];
}

const indexes = new WeakMap<readonly Ban[], BanIndex>();

function indexOf(bans: readonly Ban[]): BanIndex {
  const known = indexes.get(bans);
  if (known) return known;
  const byName = new Map<string, CompiledBan[]>();
  const unnamed: CompiledBan[] = [];
  for (const compiled of bans.map(compile)) {
    if (!compiled.name) unnamed.push(compiled);
    else {
      const key = lastSegment(compiled.name.key);
      byName.set(key, [...(byName.get(key) ?? []), compiled]);
    }
  }
  const index = { byName, unnamed };
  indexes.set(bans, index);
  return index;
}

/** Every ban in force that hits a subject or cannot be compared with it. */
export function hitsOf(bans: readonly Ban[], subjects: readonly Subject[], now: number): readonly BanHitOn[] {
  const { byName, unnamed } = indexOf(bans);
  return subjects.flatMap((subject) => {
    const named = [...new Set(subject.keys.map(lastSegment))].flatMap((key) => byName.get(key) ?? []);
    return [...named, ...unnamed].flatMap((compiled): BanHitOn[] => {
      if (!isInForce(compiled.ban, now)) return [];
      const verdict = verdictOf(compiled, subject);
      return verdict.kind === "clear" ? [] : [{ ban: compiled.ban, subject, verdict }];
    });
  });
}
