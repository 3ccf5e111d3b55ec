/** What a step adds to the knowledge of its session: rare rows, so each kind has its own statement, sent only when needed. */
import type { PoolClient } from "pg";
import { fromPlainObject } from "../../core/json/build";
import { canonicalText } from "../../core/json/canonical";
import type { StepPlan } from "../../guardian/ports";
import { boundedKey } from "../text";
import { insertColumns } from "./insert-columns";

// The first definition of an id stands: sending it again under another origin launders nothing.
const NODES = `INSERT INTO provenance_node (session_key, provenance_id, step_id, content)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING`;

// Rows that several sessions may write are taken in key order, so that two batches never wait for each other.
// the first registration stands: no other session can change what a skill of that digest may load
const SKILLS = `INSERT INTO skill_registration (tenant_id, skill_id, algorithm, value, content, session_key, step_id, at)
  SELECT r.*, clock_timestamp()
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    AS r (tenant_id, skill_id, algorithm, value, content, session_key, step_id)
  ORDER BY r.tenant_id, r.skill_id, r.algorithm, r.value
  ON CONFLICT (tenant_id, skill_id, algorithm, value) DO NOTHING`;

const SUBAGENTS = `INSERT INTO subagent_link (tenant_id, child_id_lower, parent_session_key, step_id, context, at)
  SELECT r.*, clock_timestamp()
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
    AS r (tenant_id, child_id_lower, parent_session_key, step_id, context)
  ORDER BY r.tenant_id, r.child_id_lower ON CONFLICT DO NOTHING`;

export async function writeContext(client: PoolClient, plans: readonly StepPlan[]): Promise<void> {
  await insertColumns(client, { name: "journal-provenance", text: NODES, values: nodeColumns(plans) });
  await insertColumns(client, { name: "journal-skills", text: SKILLS, values: skillColumns(plans) });
  await insertColumns(client, { name: "journal-subagents", text: SUBAGENTS, values: subagentColumns(plans) });
}

function nodeColumns(plans: readonly StepPlan[]): unknown[][] {
  const rows = plans.flatMap((plan) => (plan.provenance ?? []).map((node) => ({ sessionKey: plan.sessionKey, node })));
  return [
    rows.map((r) => r.sessionKey),
    rows.map((r) => boundedKey(r.node.provenance_id)),
    rows.map((r) => boundedKey(r.node.step_id)),
    rows.map((r) => canonicalText(fromPlainObject(r.node))),
  ];
}

/** One row for each key: the last plan of the batch wins, as it would one by one. */
function skillColumns(plans: readonly StepPlan[]): unknown[][] {
  const all = plans.flatMap((plan) => (plan.skills ?? []).map((skill) => ({ tenantId: plan.tenantId, skill })));
  const keyed = new Map(
    all.map((row) => [JSON.stringify([row.tenantId, row.skill.skill_id, row.skill.algorithm, row.skill.value]), row]),
  );
  const rows = [...keyed.values()];
  return [
    rows.map((r) => r.tenantId),
    rows.map((r) => boundedKey(r.skill.skill_id)),
    rows.map((r) => boundedKey(r.skill.algorithm)),
    rows.map((r) => boundedKey(r.skill.value)),
    rows.map((r) => canonicalText(fromPlainObject(r.skill))),
    rows.map((r) => r.skill.session_key),
    rows.map((r) => boundedKey(r.skill.step_id)),
  ];
}

function subagentColumns(plans: readonly StepPlan[]): unknown[][] {
  const rows = plans.flatMap((plan) => (plan.subagents ?? []).map((link) => ({ plan, link })));
  return [
    rows.map((r) => r.plan.tenantId),
    rows.map((r) => r.link.sessionId.toLowerCase()),
    rows.map((r) => r.plan.sessionKey),
    rows.map((r) => boundedKey(r.link.stepId)),
    rows.map((r) => r.link.context),
  ];
}
