/** Bans as a file: what one console exports, another imports. */
import { fromPlain, member } from "../json/build";
import { canonicalText } from "../json/canonical";
import { readJsonText } from "../json/read";
import { isJsonObject, type JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import { type BanTerms, parseBanInput } from "./ban-input";
import type { CommandFailure } from "./failure";

const VERSION = "guardian-bans/1";

/** More than this many in one import is refused. */
export const MAX_IMPORT = 5000;

/** Canonical text, so that two exports of the same bans are the same bytes. */
export function banListText(list: { readonly exportedAt: string; readonly bans: readonly BanTerms[] }): string {
  const bans = list.bans.map((terms) => fromPlain(withoutEmpty(terms)));
  return canonicalText({ v: VERSION, exported_at: list.exportedAt, bans });
}

/** All of a file or none of it; the failure names the place. */
export function parseBanList(text: string): Result<readonly BanTerms[], CommandFailure> {
  const read = readJsonText(text);
  if (!read.ok) return invalid("file", "This is not JSON.");
  const bans = isJsonObject(read.value) ? member(read.value, "bans") : undefined;
  if (!isJsonObject(read.value) || member(read.value, "v") !== VERSION || !Array.isArray(bans))
    return invalid("file", "This is not a list of bans exported by a Guardian.");
  if (bans.length > MAX_IMPORT) return invalid("file", `At most ${MAX_IMPORT} bans at a time.`);
  const terms: BanTerms[] = [];
  for (const [index, ban] of bans.entries()) {
    const parsed = parseBanInput(camelCase(ban));
    if (!parsed.ok) return invalid(`bans[${index}].${parsed.failure.field ?? ""}`, parsed.failure.message);
    terms.push(parsed.value);
  }
  return ok(terms);
}

function withoutEmpty(terms: BanTerms): object {
  const { versionRange, expiresAt, ...rest } = terms;
  const members = { ...rest, version_range: versionRange, expires_at: expiresAt };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

function camelCase(ban: JsonValue): JsonValue {
  if (!isJsonObject(ban)) return ban;
  const { version_range, expires_at, ...rest } = ban;
  return { ...rest, versionRange: version_range ?? null, expiresAt: expires_at ?? null };
}

const invalid = (field: string, message: string): Result<never, CommandFailure> =>
  err({ kind: "invalid", field, message });
