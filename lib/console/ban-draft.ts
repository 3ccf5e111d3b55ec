/** A ban as it is typed: texts only, with its date in UTC. */
import type { BanTerms } from "../core/admin/ban-input";

export interface BanDraft {
  readonly type: string;
  readonly name: string;
  readonly versionRange: string;
  readonly provider: string;
  readonly endpoint: string;
  readonly digest: string;
  readonly reason: string;
  /** `2026-12-24T18:00`, UTC; empty for good. */
  readonly expiresAt: string;
}

type Given = { readonly [name: string]: string | string[] | undefined };

/** From a link that names a component; what is not a text is left out. */
export function emptyDraft(given: Given = {}): BanDraft {
  const text = (name: string): string => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return typeof value === "string" ? value.slice(0, 1000) : "";
  };
  return {
    type: text("type"),
    name: text("name"),
    versionRange: text("version"),
    provider: text("provider"),
    endpoint: text("endpoint"),
    digest: text("digest"),
    reason: "",
    expiresAt: "",
  };
}

export const draftOf = (terms: BanTerms): BanDraft => ({
  type: terms.type ?? "",
  name: terms.name ?? "",
  versionRange: terms.versionRange ?? "",
  provider: terms.provider ?? "",
  endpoint: terms.endpoint ?? "",
  digest: terms.digest ?? "",
  reason: terms.reason,
  expiresAt: terms.expiresAt === null ? "" : new Date(terms.expiresAt).toISOString().slice(0, 16),
});

/** What the commands take. An unreadable date stays a text, so that the server refuses it by name. */
export function termsOf(draft: BanDraft): object {
  const at = draft.expiresAt === "" ? null : Date.parse(`${draft.expiresAt}Z`);
  return {
    ...draft,
    expiresAt: at === null || Number.isNaN(at) ? (draft.expiresAt === "" ? null : draft.expiresAt) : at,
  };
}

/** Something besides the kind is named, so that there is something to look for. */
export const saysEnough = (draft: BanDraft): boolean =>
  [draft.name, draft.provider, draft.endpoint, draft.digest].some((text) => text.trim() !== "");
