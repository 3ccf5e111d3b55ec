/**
 * Stage 4: everything a decision needs from outside the session, read once per request_id and reused on re-runs: where
 * the agent's chain_hash hint stands, and the approval that it claims. The bundle format of this version names no
 * outside evaluators.
 */
import type { GuardianDeps } from "../deps";
import type { ApprovalRow, SessionSnapshot } from "../ports";
import type { AdmittedStep } from "./admit";

export interface Consulted {
  /** The seq of the hinted head in this session; null when the hint names none of its entries. Absent without a hint. */
  readonly hintSeq?: number | null;
  /** Present when the message names an approval. Null when there is none such in this tenant. */
  readonly claimed?: { readonly id: string; readonly approval: ApprovalRow | null };
}

export async function consult(deps: GuardianDeps, step: AdmittedStep): Promise<Consulted> {
  const { metadata } = step.request.params;
  const hint = metadata.session_state?.chain_hash;
  const claimedId = typeof metadata.approval_id === "string" ? metadata.approval_id : undefined;
  return {
    ...(hint === undefined ? {} : { hintSeq: await seqOf(deps, step.snapshot, hint) }),
    ...(claimedId === undefined ? {} : { claimed: { id: claimedId, approval: await claimOf(deps, step, claimedId) } }),
  };
}

async function seqOf(deps: GuardianDeps, { session }: SessionSnapshot, hint: string): Promise<number | null> {
  if (hint === session.headHash) return session.headSeq;
  return /^[0-9a-f]{64}$/.test(hint) ? deps.store.seqOfHead(session.key, hint) : null;
}

async function claimOf(deps: GuardianDeps, step: AdmittedStep, id: string): Promise<ApprovalRow | null> {
  const own = step.snapshot.approvals.find((row) => row.id === id);
  if (own) return own;
  const foreign = await deps.store.approval(id);
  return foreign?.tenantId === step.tenantId ? foreign : null;
}
