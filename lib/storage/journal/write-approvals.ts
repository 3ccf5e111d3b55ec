/** New approvals, votes and presentations of a batch: rare beside steps, so each has its own statement. */
import type { PoolClient } from "pg";
import type { StepPlan } from "../../guardian/ports";
import { shown } from "../text";
import { insertColumns } from "./insert-columns";

const APPROVALS = `INSERT INTO approval (id, tenant_id, session_key, agent_key, kind, state, request_id, method, tool,
    requested_digest, effective_digest, requested_action, effective_action, modifications, findings, risk, approvers,
    votes_required, question, bundle_digest, created_at, expires_at, use_within_s, attempt, for_hooks)
  SELECT id, tenant_id, session_key, agent_key, kind, state, request_id, method, tool, requested_digest, effective_digest,
    requested_action, effective_action, modifications, findings, risk, approvers, votes_required, question, bundle_digest,
    clock_timestamp(), to_timestamp(expires_at / 1000), use_within_s, attempt, for_hooks
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::int[],
    $19::text[], $20::text[], $21::float8[], $22::int[], $23::int[], $24::bool[])
    AS n (id, tenant_id, session_key, agent_key, kind, state, request_id, method, tool, requested_digest, effective_digest,
    requested_action, effective_action, modifications, findings, risk, approvers, votes_required, question, bundle_digest,
    expires_at, use_within_s, attempt, for_hooks)`;

const VOTES = `INSERT INTO vote (approval_id, person_id, verdict, effective_digest, view_digest, reason, statement, at)
  SELECT v.*, clock_timestamp()
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) AS v`;

const PRESENTATIONS = `INSERT INTO presentation (id, tenant_id, approval_id, session_key, request_id, presented_digest,
    presented_action, at)
  SELECT p.*, clock_timestamp()
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) AS p`;

export async function writeApprovals(client: PoolClient, plans: readonly StepPlan[]): Promise<void> {
  await insertColumns(client, { name: "journal-new-approvals", text: APPROVALS, values: approvalColumns(plans) });
  await insertColumns(client, { name: "journal-votes", text: VOTES, values: voteColumns(plans) });
  await insertColumns(client, {
    name: "journal-presentations",
    text: PRESENTATIONS,
    values: presentationColumns(plans),
  });
}

function approvalColumns(plans: readonly StepPlan[]): unknown[][] {
  const rows = plans.flatMap((plan) => plan.newApprovals);
  return [
    rows.map((a) => a.id),
    rows.map((a) => a.tenantId),
    rows.map((a) => a.sessionKey),
    rows.map((a) => a.agentKey),
    rows.map((a) => a.kind),
    rows.map((a) => a.state),
    rows.map((a) => shown(a.requestId)),
    rows.map((a) => shown(a.method)),
    rows.map((a) => shown(a.tool)),
    rows.map((a) => a.requestedDigest),
    rows.map((a) => a.effectiveDigest),
    rows.map((a) => a.requestedAction),
    rows.map((a) => a.effectiveAction),
    rows.map((a) => a.modifications),
    rows.map((a) => a.findings),
    rows.map((a) => a.risk),
    rows.map((a) => shown(a.approvers)),
    rows.map((a) => a.votesRequired),
    rows.map((a) => shown(a.question)),
    rows.map((a) => a.bundleDigest),
    rows.map((a) => a.expiresAt),
    rows.map((a) => a.useWithinS),
    rows.map((a) => a.attempt),
    rows.map((a) => a.forHooks),
  ];
}

function voteColumns(plans: readonly StepPlan[]): unknown[][] {
  const rows = plans.flatMap((plan) => plan.votes);
  return [
    rows.map((v) => v.approvalId),
    rows.map((v) => v.personId),
    rows.map((v) => v.verdict),
    rows.map((v) => v.effectiveDigest),
    rows.map((v) => v.viewDigest),
    rows.map((v) => shown(v.reason)),
    rows.map((v) => v.statement),
  ];
}

function presentationColumns(plans: readonly StepPlan[]): unknown[][] {
  const rows = plans.flatMap((plan) => plan.presentations.map((p) => ({ ...p, plan })));
  return [
    rows.map((p) => p.id),
    rows.map((p) => p.plan.tenantId),
    rows.map((p) => p.approvalId),
    rows.map((p) => p.plan.sessionKey),
    rows.map((p) => shown(p.requestId)),
    rows.map((p) => p.presentedDigest),
    rows.map((p) => p.presentedAction),
  ];
}
