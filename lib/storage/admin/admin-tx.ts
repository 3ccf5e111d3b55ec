/** What a command may do inside its transaction: rows of agents and people, and the traces that every change leaves. */
import type { PoolClient } from "pg";
import type { AuditWrite, EventWrite } from "../../guardian/ports";
import { banRows } from "../bans";
import { auditColumns, eventColumns } from "../journal/writes";
import { agentRows } from "./agent-rows";
import { peopleRows } from "./people-rows";

export type Author = Pick<AuditWrite, "actorKind" | "actorId">;

const INSERT_AUDIT = `INSERT INTO audit (tenant_id, actor_kind, actor_id, action, subject, session_key, detail, at)
  SELECT u.*, clock_timestamp()
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) AS u`;

const INSERT_EVENT = `INSERT INTO event (tenant_id, topic, ref, seq, at)
  SELECT n.*, clock_timestamp() FROM unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS n`;

export type AdminTx = ReturnType<typeof adminTx>;

/** `topics` gathers what to wake readers for after the commit. */
export function adminTx(client: PoolClient, tenantId: string, author: Author, topics: Set<string>) {
  return {
    ...agentRows(client, tenantId),
    ...peopleRows(client, tenantId),
    ...banRows(client, tenantId),
    tenantId,
    audit: async (write: Omit<AuditWrite, keyof Author> & Partial<Author>): Promise<void> => {
      await client.query(INSERT_AUDIT, auditColumns([{ tenantId, audits: [{ ...author, ...write }] }]));
    },
    event: async (write: EventWrite): Promise<void> => {
      topics.add(write.topic);
      await client.query(INSERT_EVENT, eventColumns([{ tenantId, events: [write] }]));
    },
  };
}
