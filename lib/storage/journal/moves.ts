/** Moves approvals: one conditional UPDATE for all plans of a batch, judged by the database clock at that moment. */
import type { PoolClient } from "pg";
import type { ApprovalMove, StepPlan } from "../../guardian/ports";
import { shown } from "../text";

const UPDATE = `UPDATE approval a SET
    state = m.next_state, revision = a.revision + 1,
    decided_by = coalesce(m.set->>'decidedBy', a.decided_by),
    decision_reason = CASE WHEN m.set->'decisionReason' IS NULL THEN a.decision_reason ELSE m.set->>'decisionReason' END,
    consumed_request_id = coalesce(m.set->>'consumedRequestId', a.consumed_request_id),
    effective_digest = coalesce(m.set->>'effectiveDigest', a.effective_digest),
    effective_action = coalesce(m.set->>'effectiveAction', a.effective_action),
    modifications = CASE WHEN m.set->'modifications' IS NULL THEN a.modifications ELSE m.set->>'modifications' END,
    receipt = coalesce(m.set->>'receipt', a.receipt),
    receipt_hash = coalesce(m.set->>'receiptHash', a.receipt_hash),
    use_by = coalesce(to_timestamp((m.set->>'useBy')::float8 / 1000), a.use_by),
    expires_at = coalesce(to_timestamp((m.set->>'expiresAt')::float8 / 1000), a.expires_at),
    approvers = coalesce(m.set->>'approvers', a.approvers),
    retries = coalesce((m.set->>'retries')::int, a.retries),
    interception_point = coalesce(m.set->>'interceptionPoint', a.interception_point),
    context_identity = CASE WHEN m.set->'contextIdentity' IS NULL THEN a.context_identity ELSE m.set->>'contextIdentity' END,
    hook_context = coalesce(m.set->>'hookContext', a.hook_context),
    decided_at = CASE WHEN 'decidedAt' = ANY(string_to_array(m.stamp, ',')) THEN clock_timestamp() ELSE a.decided_at END,
    consumed_at = CASE WHEN 'consumedAt' = ANY(string_to_array(m.stamp, ',')) THEN clock_timestamp() ELSE a.consumed_at END,
    result_at = CASE WHEN 'resultAt' = ANY(string_to_array(m.stamp, ',')) THEN clock_timestamp() ELSE a.result_at END
  FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::json[])
    AS m (id, from_states, next_state, revision, clock, stamp, set)
  WHERE a.id = m.id AND a.state = ANY(string_to_array(m.from_states, ','))
    AND (m.revision IS NULL OR a.revision = m.revision)
    AND CASE m.clock
      WHEN 'before_expiry' THEN clock_timestamp() < a.expires_at
      WHEN 'after_expiry' THEN clock_timestamp() >= a.expires_at
      WHEN 'before_use_by' THEN clock_timestamp() < a.use_by
      WHEN 'after_use_by' THEN clock_timestamp() >= a.use_by
      ELSE m.clock = 'none' END
  RETURNING a.id`;

export interface LostMove {
  readonly plan: StepPlan;
  readonly id: string;
  /** True when another move of the same plan did happen, so that only a new transaction undoes it. */
  readonly torn: boolean;
}

/** Performs all moves of the plans and returns those that the clock overtook since they were judged. */
export async function moveApprovals(client: PoolClient, plans: readonly StepPlan[]): Promise<LostMove[]> {
  const lost = new Map<StepPlan, LostMove>();
  const moving = plans.filter((plan) => plan.moves.length > 0).map((plan) => ({ plan, rounds: roundsOf(plan) }));
  const last = Math.max(0, ...moving.map(({ rounds }) => rounds.length));
  for (let round = 0; round < last; round += 1) {
    const turns = moving
      .filter(({ plan }) => !lost.has(plan))
      .flatMap(({ plan, rounds }) => (rounds[round] ?? []).map((move) => ({ plan, move })));
    const moves = turns.map((turn) => turn.move);
    const done = await update(client, moves);
    for (const { plan, move } of turns) {
      if (!done.has(move.id)) lost.set(plan, { plan, id: move.id, torn: plan.moves.length > 1 });
    }
    if ([...lost.values()].some((move) => move.torn)) break;
  }
  return [...lost.values()];
}

/** A plan may move one approval twice: its moves in turns that touch each approval once. */
function roundsOf(plan: StepPlan): ApprovalMove[][] {
  const rounds: ApprovalMove[][] = [];
  const turns = new Map<string, number>();
  for (const move of plan.moves) {
    const turn = turns.get(move.id) ?? 0;
    turns.set(move.id, turn + 1);
    const round = rounds[turn] ?? [];
    round.push(move);
    rounds[turn] = round;
  }
  return rounds;
}

async function update(client: PoolClient, moves: readonly ApprovalMove[]): Promise<Set<string>> {
  const values = [
    moves.map((move) => move.id),
    moves.map((move) => move.from.join(",")),
    moves.map((move) => move.to),
    moves.map((move) => move.revision ?? null),
    moves.map((move) => move.when),
    moves.map((move) => (move.stamp ?? []).join(",")),
    moves.map((move) => setText(move)),
  ];
  const { rows } = await client.query<{ id: string }>({ name: "journal-moves", text: UPDATE, values });
  return new Set(rows.map((row) => row.id));
}

function setText(move: ApprovalMove): string {
  const { set } = move;
  if (!set) return "{}";
  if (set.decisionReason === undefined) return JSON.stringify(set);
  return JSON.stringify({ ...set, decisionReason: shown(set.decisionReason) });
}
