/** Where the data of the full demo's session comes from: one object for each value, and which step brought it first. */
import { isJsonObject, type JsonValue } from "../../../core/json/value";
import type { Origin } from "../../../core/session/context";

export interface Provenance {
  readonly provenance_id: string;
  readonly origin: Origin;
  readonly source_id?: string;
  readonly derived_from?: readonly string[];
}

export interface Lineage {
  readonly source?: string;
  readonly from?: readonly Provenance[];
}

/** Ids are unique in the session that these belong to. */
export class Sources {
  #count = 0;
  readonly #firstSeen = new Map<string, string>();

  of(origin: Origin, { source, from }: Lineage = {}): Provenance {
    this.#count += 1;
    return {
      provenance_id: `p${String(this.#count).padStart(3, "0")}`,
      origin,
      ...(source === undefined ? {} : { source_id: source }),
      ...(from === undefined ? {} : { derived_from: from.map(({ provenance_id }) => provenance_id) }),
    };
  }

  /** What the agent made of other values. */
  made(...from: readonly Provenance[]): Provenance {
    return this.of("agent_generated", { from });
  }

  /** Notes which ids this step brought; an id that an earlier step brought stays that step's. */
  sent(stepId: string, payload: JsonValue): void {
    for (const id of idsIn(payload)) if (!this.#firstSeen.has(id)) this.#firstSeen.set(id, stepId);
  }

  /** All that these steps brought: what a summary of them derives from. */
  broughtBy(stepIds: readonly string[]): readonly string[] {
    return [...this.#firstSeen].flatMap(([id, step]) => (stepIds.includes(step) ? [id] : []));
  }
}

function idsIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => idsIn(item));
  if (!isJsonObject(value)) return [];
  const own = typeof value.provenance_id === "string" ? [value.provenance_id] : [];
  return [...own, ...Object.values(value).flatMap((item) => idsIn(item))];
}
