/** A diff for display: values of members whose names or shapes are those of secrets are masked. */
import { fromPlainObject, member } from "../json/build";
import type { JsonValue } from "../json/value";
import { maskJson } from "../text/mask";
import type { AgbomDiffReport, MemberChange } from "./diff";

export const shownDiff = (diff: AgbomDiffReport): AgbomDiffReport => ({
  ...diff,
  changed: diff.changed.map((component) => ({ ...component, members: component.members.map(shownChange) })),
});

/** The pointer's last name says what the value is, so it is masked under that name. */
function shownChange({ pointer, before, after }: MemberChange): MemberChange {
  const name = (pointer.split("/").at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
  const shown = (value: JsonValue) =>
    member(maskJson(fromPlainObject(Object.fromEntries([[name, value]]))), name) ?? null;
  return {
    pointer,
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(after === undefined ? {} : { after: shown(after) }),
  };
}
