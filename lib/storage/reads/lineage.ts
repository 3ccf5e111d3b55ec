/** Where values come from: their ancestors in the session's provenance graph, as recorded. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { isJsonObject, type JsonObject } from "../../core/json/value";
import type { Lineage, LineageNode } from "../../core/read-models/session-story";
import { readStored } from "../../core/read-models/shown";
import { boundedKey } from "../text";

/** Values of one picture; more could not be read anyway. */
const LIMIT = 150;
export const WANTED_LIMIT = 30;

/** The session must have been checked against the tenant before. Level by level, nearest ancestors first. */
export async function lineageOf(prisma: PrismaClient, key: string, wanted: readonly string[]): Promise<Lineage> {
  const found = new Map<string, Omit<LineageNode, "seq">>();
  const steps = new Map<string, string>();
  let front = [...new Set(wanted)].slice(0, WANTED_LIMIT);
  let truncated = wanted.length > WANTED_LIMIT;
  for (let depth = 0; front.length > 0; depth += 1) {
    const room = LIMIT - found.size;
    truncated ||= front.length > room;
    const level = front.slice(0, room);
    const rows = await prisma.provenanceNode.findMany({
      where: { sessionKey: key, provenanceId: { in: level.map(boundedKey) } },
    });
    const known = new Map(rows.map((row) => [row.provenanceId, row]));
    for (const id of level) {
      const row = known.get(boundedKey(id));
      found.set(id, { ...nodeOf(id, row?.content), depth, wanted: depth === 0 });
      if (row !== undefined) steps.set(id, row.stepId);
    }
    front = [...new Set(level.flatMap((id) => found.get(id)?.derivedFrom ?? []))].filter((id) => !found.has(id));
    if (found.size >= LIMIT) {
      truncated ||= front.length > 0;
      break;
    }
  }
  const seqs = await seqsOf(prisma, key, [...steps.values()]);
  return {
    truncated,
    nodes: [...found.values()].map((node) => ({ ...node, seq: seqs.get(steps.get(node.id) ?? "") ?? null })),
  };
}

function nodeOf(id: string, content: string | undefined): Omit<LineageNode, "seq" | "depth" | "wanted"> {
  const value = content === undefined ? null : readStored(content);
  const node: JsonObject = isJsonObject(value) ? value : {};
  const derived = Array.isArray(node.derived_from) ? node.derived_from : [];
  return {
    id,
    origin: typeof node.origin === "string" ? node.origin : null,
    sourceId: typeof node.source_id === "string" ? node.source_id : null,
    derivedFrom: derived.filter((each): each is string => typeof each === "string"),
  };
}

async function seqsOf(prisma: PrismaClient, key: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const entries = await prisma.entry.findMany({
    where: { sessionKey: key, stepId: { in: [...new Set(ids)] } },
    orderBy: { seq: "desc" },
    select: { seq: true, stepId: true },
  });
  return new Map(entries.map(({ stepId, seq }) => [stepId, seq]));
}
