/** Where the ids in a step's messages lead: steps of the same session, sessions of the same tenant. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { isJsonObject, type JsonValue } from "../../core/json/value";
import type { StepRefs } from "../../core/read-models/sessions";
import { readStored } from "../../core/read-models/shown";
import { actorsOf } from "./people";

/** Ids that are looked up for one step; a compaction may name thousands. */
const LIMIT = 500;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const STEP_MEMBERS = new Set([
  "request_id_ref",
  "parent_step_id",
  "step_id",
  "entries_to_compact",
  "entries_compacted",
  "registration_ref",
  "earliest_step_id_by_origin",
]);
const SESSION_MEMBERS = new Set(["subagent_session_id", "parent_session_id"]);

export async function stepRefs(
  prisma: PrismaClient,
  place: { readonly tenantId: string; readonly key: string },
  stored: { readonly request: string; readonly entry: string },
): Promise<StepRefs> {
  const found = { steps: new Set<string>(), sessions: new Set<string>() };
  const entry = readStored(stored.entry);
  for (const value of [readStored(stored.request), entry]) collect(value, null, found);
  const approver = approverOf(entry);
  const [entries, sessions, actors] = await Promise.all([
    found.steps.size === 0
      ? []
      : prisma.entry.findMany({
          where: { sessionKey: place.key, stepId: { in: spellings(found.steps) } },
          select: { stepId: true, seq: true },
          orderBy: { seq: "desc" },
        }),
    found.sessions.size === 0
      ? []
      : prisma.session.findMany({
          where: { tenantId: place.tenantId, sessionIdLower: { in: [...found.sessions] } },
          select: { sessionIdLower: true, key: true },
        }),
    actorsOf(prisma, [approver]),
  ]);
  return {
    steps: Object.fromEntries(entries.map(({ stepId, seq }) => [stepId.toLowerCase(), seq])),
    sessions: Object.fromEntries(sessions.map(({ sessionIdLower, key }) => [sessionIdLower, key])),
    people: approver === null ? {} : { [approver]: actors(approver) },
  };
}

/** `approver: {type, id}` of an entry that a person's decision made. */
function approverOf(entry: JsonValue): string | null {
  const approver = isJsonObject(entry) ? entry.approver : undefined;
  return isJsonObject(approver) && typeof approver.id === "string" ? approver.id : null;
}

interface Found {
  readonly steps: Set<string>;
  readonly sessions: Set<string>;
}

/** Under `kind`, every UUID counts, however deep it lies. */
function collect(value: JsonValue, kind: "steps" | "sessions" | null, found: Found): void {
  if (typeof value === "string") {
    if (kind !== null && found[kind].size < LIMIT && UUID.test(value)) {
      found[kind].add(kind === "sessions" ? value.toLowerCase() : value);
    }
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const next = STEP_MEMBERS.has(name) ? "steps" : SESSION_MEMBERS.has(name) ? "sessions" : kind;
      collect(member, next, found);
    }
  } else if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) collect(item, kind, found);
  }
}

/** Ids are compared without regard to case; the index holds them as they were sent. */
const spellings = (ids: ReadonlySet<string>): string[] => [
  ...new Set([...ids].flatMap((id) => [id, id.toLowerCase()])),
];
