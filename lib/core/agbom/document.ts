/** The AgBOM as the Guardian keeps it (W§13): components by id, each as received, with one hash over all of them. */
import { member } from "../json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import { contentHash } from "./digests";
import type { AgbomComponent } from "./schema";

export interface AgbomFailure {
  readonly field: string;
  readonly message: string;
}

export type Components = ReadonlyMap<string, AgbomComponent>;

export const NO_COMPONENTS: Components = new Map();

/** What an `agbom/*` payload carries: the payload itself or its member `agbom` (lib/core/agbom/schema.ts judges it). */
export function agbomBody(payload: JsonObject): JsonObject {
  const body = member(payload, "agbom");
  return isJsonObject(body) ? body : payload;
}

/** Why the AgBOM changed, in the sender's words. */
export function changeReason(payload: JsonObject): string | null {
  const stated = [payload, agbomBody(payload)].flatMap((part) => [
    member(part, "reason"),
    member(part, "change_reason"),
  ]);
  return stated.find((reason): reason is string => typeof reason === "string") ?? null;
}

/** Components by id, in the order of ids. Refuses an id that stands twice: nobody could say which of the two is meant. */
export function componentsById(list: JsonValue | undefined, field: string): Result<Components, AgbomFailure> {
  if (!Array.isArray(list)) return err({ field, message: "must be a list of components" });
  const found = new Map<string, AgbomComponent>();
  for (const [index, item] of list.entries()) {
    const id = isJsonObject(item) ? member(item, "id") : undefined;
    if (typeof id !== "string") return err({ field: `${field}[${index}].id`, message: "must be a string" });
    if (found.has(id)) return err({ field: `${field}[${index}].id`, message: "stands twice" });
    found.set(id, item as AgbomComponent);
  }
  return ok(sorted(found));
}

/** By UTF-16 code units, as canonical JSON orders names. */
export function sorted(components: Components): Components {
  return new Map([...components].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** SHA-256 hex over the canonical list of components, sorted by id. */
export const agbomHash = (components: Components): string => contentHash([...sorted(components).values()]);

/** The canonical document that the Guardian derives every other form from. Pure: times come from the caller. */
export function wholeDocument(input: {
  readonly agentId: string;
  readonly generatedAt: string;
  readonly components: Components;
}): JsonObject {
  return {
    agent: { id: input.agentId, agent_id: input.agentId },
    generated_at: input.generatedAt,
    agbom_hash: agbomHash(input.components),
    components: [...sorted(input.components).values()],
  };
}
