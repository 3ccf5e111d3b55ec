/** What one state of an AgBOM says differently from another, member by member. */
import { member } from "../json/build";
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import type { Components } from "./document";
import { componentName } from "./graph";

export interface MemberChange {
  /** JSON pointer into the component. */
  readonly pointer: string;
  /** Absent where the member was not there. */
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

export interface NamedComponent {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly version: string | null;
}

export interface ChangedComponent extends NamedComponent {
  readonly members: readonly MemberChange[];
}

export interface AgbomDiffReport {
  readonly added: readonly NamedComponent[];
  readonly removed: readonly NamedComponent[];
  readonly changed: readonly ChangedComponent[];
}

/** Components that are the same in both are not listed. Each list in the order of ids of `after`, or of `before`. */
export function diffComponents(before: Components, after: Components): AgbomDiffReport {
  const added: NamedComponent[] = [];
  const changed: ChangedComponent[] = [];
  for (const [id, component] of after) {
    const old = before.get(id);
    if (!old) added.push(named(component));
    else {
      const members = memberChanges(old, component);
      if (members.length > 0) changed.push({ ...named(component), members });
    }
  }
  const removed = [...before].filter(([id]) => !after.has(id)).map(([, component]) => named(component));
  return { added, removed, changed };
}

/** The deepest members that differ; lists are compared as wholes. In canonical order. */
export function memberChanges(before: JsonObject, after: JsonObject, at = ""): readonly MemberChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const pointer = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const [was, is] = [member(before, name), member(after, name)];
    if (isJsonObject(was) && isJsonObject(is)) return memberChanges(was, is, pointer);
    if (was !== undefined && is !== undefined && canonicalText(was) === canonicalText(is)) return [];
    return [{ pointer, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
  });
}

function named(component: JsonObject): NamedComponent {
  const version = member(component, "version");
  return {
    id: String(member(component, "id")),
    type: String(member(component, "type")),
    name: componentName(component),
    version: typeof version === "string" ? version : null,
  };
}
