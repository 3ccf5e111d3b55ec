/** What an `agbom/*` step makes of the session's AgBOM (W§13): a snapshot or full document replaces, a diff edits. */
import { member } from "../json/build";
import { canonicalText } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import type { AgbomState, SessionContext } from "../session/context";
import { type AgbomDiffReport, diffComponents } from "./diff";
import {
  type AgbomFailure,
  agbomBody,
  agbomHash,
  type Components,
  changeReason,
  componentsById,
  NO_COMPONENTS,
  sorted,
} from "./document";
import { componentName } from "./graph";
import type { AgbomComponent } from "./schema";

export interface AgbomInput {
  readonly method: string;
  readonly payload: JsonObject;
  readonly context: SessionContext;
  /** The session's current components; without them a diff can only start an AgBOM that is not there yet. */
  readonly current?: Components;
}

/** The write's members are those of AgbomWrite (lib/guardian/ports.ts). */
export interface AppliedAgbom {
  readonly isSnapshot: boolean;
  readonly put: readonly { readonly id: string; readonly type: string; readonly name: string; readonly text: string }[];
  readonly remove: readonly string[];
  readonly reason: string | null;
  /** Everything declared afterwards. */
  readonly components: Components;
  readonly hash: string;
  readonly diff: AgbomDiffReport;
}

export const isAgbomMethod = (method: string): boolean => method === "agbom/snapshot" || method === "agbom/changed";

/** A payload that its schema accepts can still contradict itself or the current AgBOM: that is a failure, named by field. */
export function agbomWrite(input: AgbomInput): Result<AppliedAgbom, AgbomFailure> {
  const before = input.current ?? NO_COMPONENTS;
  const body = agbomBody(input.payload);
  const isWhole = Object.hasOwn(body, "components");
  if (input.method === "agbom/snapshot" && !isWhole) return err({ field: "components", message: "is required" });
  if (!isWhole && input.current === undefined && input.context.agbom !== null) {
    return err({ field: "agbom", message: "cannot be applied without the current AgBOM" });
  }
  const after = isWhole ? componentsById(member(body, "components"), "components") : applyDiff(before, body);
  if (!after.ok) return after;
  return ok(written({ before, after: after.value, isSnapshot: isWhole, reason: changeReason(input.payload) }));
}

/** The state to keep in the SessionContext. `seq` is that of the step's entry. */
export const agbomState = (applied: AppliedAgbom, seq: number): AgbomState => ({
  hash: applied.hash,
  components: applied.components.size,
  seq,
});

interface Change {
  readonly before: Components;
  readonly after: Components;
  readonly isSnapshot: boolean;
  readonly reason: string | null;
}

function written({ before, after, isSnapshot, reason }: Change): AppliedAgbom {
  const put = [...after].filter(([id, component]) => isSnapshot || before.get(id) !== component);
  return {
    isSnapshot,
    put: put.map(([id, component]) => ({
      id,
      type: component.type,
      name: componentName(component),
      text: canonicalText(component),
    })),
    remove: [...before.keys()].filter((id) => !after.has(id)),
    reason,
    components: after,
    hash: agbomHash(after),
    diff: diffComponents(before, after),
  };
}

function applyDiff(before: Components, body: JsonObject): Result<Components, AgbomFailure> {
  const after = new Map(before);
  const touched = new Set<string>();
  for (const id of removedIds(member(body, "removed"))) {
    if (!after.delete(id)) return err({ field: "removed", message: "names a component that is not declared" });
    touched.add(id);
  }
  for (const list of ["added", "changed"] as const) {
    const components = componentsById(member(body, list) ?? [], list);
    if (!components.ok) return components;
    const failure = putAll({ list, components: components.value, before, after, touched });
    if (failure) return err(failure);
  }
  return ok(sorted(after));
}

interface Put {
  readonly list: "added" | "changed";
  readonly components: Components;
  readonly before: Components;
  readonly after: Map<string, AgbomComponent>;
  readonly touched: Set<string>;
}

/** An id stands in one list only, except that a removed one may be added anew. */
function putAll({ list, components, before, after, touched }: Put): AgbomFailure | null {
  for (const [id, component] of components) {
    if (list === "added" && after.has(id))
      return { field: list, message: "names a component that is declared already" };
    if (list === "changed" && !before.has(id))
      return { field: list, message: "names a component that is not declared" };
    if (list === "changed" && touched.has(id)) return { field: list, message: "names a component of another list" };
    after.set(id, component);
    touched.add(id);
  }
  return null;
}

function removedIds(list: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(list)) return [];
  const ids = list.map((item: JsonValue) => (typeof item === "string" ? item : member(item, "id")));
  return [...new Set(ids.filter((id): id is string => typeof id === "string"))];
}
