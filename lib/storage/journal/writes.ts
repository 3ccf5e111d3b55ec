/** Writes the rows of every surviving plan of a batch, one statement per kind of row, whatever the number of plans. */
import type { PoolClient } from "pg";
import type { StepPlan } from "../../guardian/ports";
import { keyText, shown } from "../text";
import { writeAgbom } from "./write-agbom";
import { writeApprovals } from "./write-approvals";
import { writeContext } from "./write-context";

// What nearly every step writes, in one statement: the round trips are what a batch pays for.
const WRITE = `WITH reservations AS (
    INSERT INTO reservation (session_key, kind, value, at)
    SELECT session_key, kind, value, clock_timestamp() FROM unnest($1::text[], $2::text[], $3::text[]) AS r (session_key, kind, value)
  ), entries AS (
    INSERT INTO entry (session_key, seq, entry_id, step_id, step_type, previous_hash, entry_hash, content, decision, reason,
      reason_codes, action_digest, approval_id, tool, released, result_of, bundle_digest, latency_us, call_ref, at)
    SELECT session_key, seq, entry_id, step_id, step_type, previous_hash, entry_hash, content, decision, reason,
      ARRAY(SELECT json_array_elements_text(reason_codes)), action_digest, approval_id, tool, released, result_of,
      bundle_digest, latency_us, call_ref, clock_timestamp()
    FROM unnest($4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[],
      $13::text[], $14::json[], $15::text[], $16::text[], $17::text[], $18::bool[], $19::text[], $20::text[], $21::int[],
      $22::text[])
      AS e (session_key, seq, entry_id, step_id, step_type, previous_hash, entry_hash, content, decision, reason,
      reason_codes, action_digest, approval_id, tool, released, result_of, bundle_digest, latency_us, call_ref)
  ), envelopes AS (
    INSERT INTO envelope (session_key, request_id, seq, method, request, response, at)
    SELECT session_key, request_id, seq, method, request, response, clock_timestamp()
    FROM unnest($23::text[], $24::text[], $25::int[], $26::text[], $27::text[], $28::text[])
      AS v (session_key, request_id, seq, method, request, response)
  ), audits AS (
    INSERT INTO audit (tenant_id, actor_kind, actor_id, action, subject, session_key, detail, at)
    SELECT tenant_id, actor_kind, actor_id, action, subject, session_key, detail, clock_timestamp()
    FROM unnest($29::text[], $30::text[], $31::text[], $32::text[], $33::text[], $34::text[], $35::text[])
      AS u (tenant_id, actor_kind, actor_id, action, subject, session_key, detail)
  ), events AS (
    INSERT INTO event (tenant_id, topic, ref, seq, at)
    SELECT tenant_id, topic, ref, seq, clock_timestamp()
    FROM unnest($36::text[], $37::text[], $38::text[], $39::int[]) AS n (tenant_id, topic, ref, seq)
  )
  UPDATE session s SET
    head_seq = coalesce(c.head_seq, s.head_seq), head_hash = coalesce(c.head_hash, s.head_hash),
    ack_seq = greatest(s.ack_seq, c.ack_seq),
    user_id = CASE WHEN c.sets_user THEN c.user_id ELSE s.user_id END,
    platform = CASE WHEN c.sets_platform THEN c.platform ELSE s.platform END,
    context = coalesce(c.context, s.context),
    last_step_at = CASE WHEN c.is_step THEN clock_timestamp() ELSE s.last_step_at END,
    state = CASE WHEN c.closes THEN 'closed' ELSE s.state END,
    close_reason = CASE WHEN c.closes THEN c.close_reason ELSE s.close_reason END,
    closed_at = CASE WHEN c.closes THEN coalesce(s.closed_at, clock_timestamp()) ELSE s.closed_at END
  FROM unnest($40::text[], $41::int[], $42::text[], $43::int[], $44::bool[], $45::text[], $46::bool[], $47::text[],
      $48::bool[], $49::bool[], $50::text[], $51::text[])
    AS c (key, head_seq, head_hash, ack_seq, sets_user, user_id, sets_platform, platform, is_step, closes, close_reason,
      context)
  WHERE s.key = c.key`;

/** Approvals first, then everything else. Throws the SQL error of whatever row is at fault. */
export async function writeRows(client: PoolClient, plans: readonly StepPlan[]): Promise<void> {
  await writeApprovals(client, plans);
  const values = [
    ...reservationColumns(plans),
    ...entryColumns(plans),
    ...envelopeColumns(plans),
    ...auditColumns(plans),
    ...eventColumns(plans),
    ...sessionColumns(plans),
  ];
  await client.query({ name: "journal-write", text: WRITE, values });
  await writeContext(client, plans);
  await writeAgbom(client, plans);
}

function reservationColumns(plans: readonly StepPlan[]): unknown[][] {
  const rows = plans.flatMap((plan) => {
    const distinct = new Map(plan.reservations.map((r) => [`${r.kind} ${r.value}`, r]));
    return [...distinct.values()].map((r) => ({ sessionKey: plan.sessionKey, ...r }));
  });
  return [rows.map((r) => r.sessionKey), rows.map((r) => r.kind), rows.map((r) => keyText(r.value))];
}

function entryColumns(plans: readonly StepPlan[]): unknown[][] {
  const rows = plans.flatMap((plan) => plan.entries.map((entry) => ({ sessionKey: plan.sessionKey, ...entry })));
  return [
    rows.map((e) => e.sessionKey),
    rows.map((e) => e.seq),
    rows.map((e) => e.entryId),
    rows.map((e) => shown(e.stepId)),
    rows.map((e) => shown(e.stepType)),
    rows.map((e) => e.previousHash),
    rows.map((e) => e.entryHash),
    rows.map((e) => e.content),
    rows.map((e) => shown(e.decision)),
    rows.map((e) => shown(e.reason)),
    rows.map((e) => JSON.stringify(e.reasonCodes.map((code) => shown(code)))),
    rows.map((e) => e.actionDigest),
    rows.map((e) => shown(e.approvalId)),
    rows.map((e) => shown(e.tool)),
    rows.map((e) => e.released),
    rows.map((e) => shown(e.resultOf)),
    rows.map((e) => e.bundleDigest),
    rows.map((e) => e.latencyUs),
    rows.map((e) => e.callRef ?? null),
  ];
}

function envelopeColumns(plans: readonly StepPlan[]): unknown[][] {
  const rows = plans.flatMap((plan) => (plan.envelope ? [{ sessionKey: plan.sessionKey, ...plan.envelope }] : []));
  return [
    rows.map((v) => v.sessionKey),
    rows.map((v) => shown(v.requestId)),
    rows.map((v) => v.seq),
    rows.map((v) => shown(v.method)),
    rows.map((v) => v.request),
    rows.map((v) => v.response),
  ];
}

interface Audited {
  readonly tenantId: string;
  readonly audits: StepPlan["audits"];
}

export function auditColumns(plans: readonly Audited[]): unknown[][] {
  const rows = plans.flatMap((plan) => plan.audits.map((audit) => ({ tenantId: plan.tenantId, ...audit })));
  return [
    rows.map((a) => a.tenantId),
    rows.map((a) => a.actorKind),
    rows.map((a) => shown(a.actorId)),
    rows.map((a) => shown(a.action)),
    rows.map((a) => shown(a.subject)),
    rows.map((a) => shown(a.sessionKey)),
    rows.map((a) => JSON.stringify(a.detail ?? {})),
  ];
}

interface Evented {
  readonly tenantId: string;
  readonly events: StepPlan["events"];
}

export function eventColumns(plans: readonly Evented[]): unknown[][] {
  const rows = plans.flatMap((plan) => plan.events.map((event) => ({ tenantId: plan.tenantId, ...event })));
  return [
    rows.map((e) => e.tenantId),
    rows.map((e) => shown(e.topic)),
    rows.map((e) => shown(e.ref)),
    rows.map((e) => e.seq ?? null),
  ];
}

function sessionColumns(plans: readonly StepPlan[]): unknown[][] {
  const rows = plans.filter((plan) => plan.entries.length > 0 || plan.envelope || plan.session);
  const last = (plan: StepPlan) => plan.entries[plan.entries.length - 1];
  return [
    rows.map((p) => p.sessionKey),
    rows.map((p) => last(p)?.seq ?? null),
    rows.map((p) => last(p)?.entryHash ?? null),
    rows.map((p) => p.session?.ackSeq ?? null),
    rows.map((p) => p.session?.userId !== undefined),
    rows.map((p) => shown(p.session?.userId)),
    rows.map((p) => p.session?.platform !== undefined),
    rows.map((p) => shown(p.session?.platform)),
    // A person's decision does not keep an agent's session from going idle; a message of the agent does.
    rows.map((p) => p.envelope !== undefined),
    rows.map((p) => p.session?.state === "closed"),
    rows.map((p) => shown(p.session?.closeReason)),
    rows.map((p) => p.session?.context ?? null),
  ];
}
