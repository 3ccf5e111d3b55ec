/**
 * What a step's components leave to report without deciding anything: uses that the AgBOM does not declare, and bans that
 * could not be compared. The codes go to the answer's `reason_codes`, `data` to `policy_data.agbom`, `audits` to the trail.
 */
import type { JsonObject } from "../json/value";
import type { ComponentUse } from "../session/context";
import { isAgbomMethod } from "./apply";
import { type BanInput, banHits, seenUses } from "./component-facts";

export interface ComponentNotes {
  readonly reason_codes: readonly ("component_undeclared" | "component_not_checked")[];
  readonly data: JsonObject | null;
  readonly audits: readonly { readonly action: string; readonly detail: Readonly<Record<string, unknown>> }[];
}

const NOTHING: ComponentNotes = { reason_codes: [], data: null, audits: [] };

/** How many are told one by one; the rest are counted. */
const TOLD = 20;

/** Pure. At `agbom/*` steps every component that a ban could not be compared with is counted, at use only those it names. */
export function componentNotes(input: BanInput): ComponentNotes {
  const undeclared = undeclaredUses(input).map(({ type, name }) => ({ type, name }));
  const unknown = banHits(input).flatMap(({ ban, subject, verdict }) =>
    verdict.kind === "not_checked" && (verdict.named || isAgbomMethod(input.step.method))
      ? [{ ban_id: ban.id, type: subject.type, name: subject.name, why: verdict.why }]
      : [],
  );
  if (undeclared.length === 0 && unknown.length === 0) return NOTHING;
  const parts = {
    ...part("undeclared", undeclared),
    ...part("not_checked", unknown),
  };
  return {
    reason_codes: [
      ...(undeclared.length > 0 ? (["component_undeclared"] as const) : []),
      ...(unknown.length > 0 ? (["component_not_checked"] as const) : []),
    ],
    data: parts,
    audits: [
      ...(undeclared.length > 0 ? [{ action: "component_undeclared", detail: part("undeclared", undeclared) }] : []),
      ...(unknown.length > 0 ? [{ action: "component_not_checked", detail: part("not_checked", unknown) }] : []),
    ],
  };
}

/** Uses that the session's AgBOM declares under none of their names. None where the session declared no AgBOM. */
export function undeclaredUses(input: BanInput): readonly ComponentUse[] {
  if (input.context.agbom === null) return [];
  return seenUses(input)
    .filter(({ declared }) => declared.length === 0)
    .map(({ use }) => use);
}

const part = (name: string, items: readonly JsonObject[]): JsonObject =>
  items.length === 0 ? {} : { [name]: items.slice(0, TOLD), [`${name}_count`]: items.length };
