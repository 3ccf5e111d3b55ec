/**
 * Stage 4: everything a decision needs from outside the session, read once per request_id and reused on re-runs: where
 * the agent's chain_hash hint stands, and the approval that it claims. The bundle format of this version names no
 * outside evaluators.
 */
import { type Components, componentsById } from "../../core/agbom/document";
import { member } from "../../core/json/build";
import { readStoredText } from "../../core/json/read";
import type { JsonObject } from "../../core/json/value";
import { type Knowledge, type Needs, NO_KNOWLEDGE } from "../../core/session/context";
import { needsOf } from "../../core/session/needs";
import { contextOf } from "../contexts";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow, SessionRow, SessionSnapshot } from "../ports";
import type { AdmittedStep } from "./admit";

export interface Consulted {
  /** The seq of the hinted head in this session; null when the hint names none of its entries. Absent without a hint. */
  readonly hintSeq?: number | null;
  /** Present when the message names an approval. Null when there is none such in this tenant. */
  readonly claimed?: { readonly id: string; readonly approval: ApprovalRow | null };
}

/** What the store knows beyond the snapshot, and what was asked for. Holds for the head that it was read at. */
export interface Known {
  readonly needs: Needs;
  readonly knowledge: Knowledge;
  /** Chain heads that the agent may rightly hold. */
  readonly heads: readonly string[];
  /** Components declared so far, where a change of the AgBOM needs them. */
  readonly components?: Components;
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

/**
 * What the rules need to know of the session beyond its snapshot. Read again whenever the head has moved; most steps need
 * nothing, and then nobody is asked.
 */
export async function learn(deps: GuardianDeps, step: AdmittedStep, { session }: SessionSnapshot): Promise<Known> {
  const needs = needsOf(step.method, step.request.params.payload as JsonObject, step.params.metadata as JsonObject);
  const { agbom } = contextOf(session);
  // a session that has declared nothing has nothing to be looked up
  const asked = agbom === null ? { ...needs, uses: [] } : needs;
  const size = asked.provenance_ids.length + asked.compacted_steps.length + asked.skill_ids.length + asked.uses.length;
  const found = size === 0 ? NO_KNOWLEDGE : await deps.store.knowledge(session, asked);
  const knowledge = agbom === null ? { ...found, components: needs.uses.map(() => []) } : found;
  const base = { needs, knowledge, heads: await headsOf(deps, step, session) };
  if (step.method !== "agbom/changed" || agbom === null) return base;
  return { ...base, components: await declared(deps, session.key) };
}

/** The head, and where a compaction names an older one: that, if the Guardian alone has added entries to it since. */
async function headsOf(deps: GuardianDeps, step: AdmittedStep, session: SessionRow): Promise<readonly string[]> {
  const head = session.headHash === null ? [] : [session.headHash];
  const named = member(step.request.params.payload, "pre_compact_chain_hash");
  if (step.method !== "steps/postCompact" || typeof named !== "string" || head.includes(named)) return head;
  const seq = await deps.store.seqOfHead(session.key, named);
  return seq !== null && seq >= session.ackSeq ? [...head, named] : head;
}

async function declared(deps: GuardianDeps, sessionKey: string): Promise<NonNullable<Known["components"]>> {
  const texts = await deps.store.declaredComponents(sessionKey);
  const values = texts.map((text) => {
    const read = readStoredText(text);
    if (!read.ok) throw new Error("a stored component cannot be read");
    return read.value;
  });
  const components = componentsById(values, "components");
  if (!components.ok) throw new Error(`stored components: ${components.failure.message}`);
  return components.value;
}
