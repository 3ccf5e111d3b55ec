/**
 * `guardian/agentHooks/resolve`: opens the item for people, waits, and releases what they approved, once, in this very call
 * (decision 0040). A resolution names the identity that is stored with the item, never the one that was just asked with.
 */
import { APPROVAL_CODE_TEXT } from "../../core/approval/codes";
import { fromPlainObject, member } from "../../core/json/build";
import { readJson } from "../../core/json/read";
import { isJsonObject, type JsonObject } from "../../core/json/value";
import type { StepDesk } from "../answer-step";
import { expire, isLapsed, isUndecided, LOOK_MS } from "../approvals/lapse";
import type { GuardianDeps } from "../deps";
import { extensionAnswer, refuseExtension } from "../extension";
import type { ApprovalRow } from "../ports";
import type { AdmittedExtension } from "../stages/admit";
import { bytesOf } from "../stages/answer";
import { type Asked, readAsked } from "./asked";
import { needsOpening, openItemFor } from "./open-item";
import { releaseItem } from "./release-item";
import { approvedBy, refusedBy, refusedIn, rejected, unresolved } from "./resolution-of";

/** Rejects with StoreUnavailable: a resolver that hears of no decision has none. */
export async function answerResolve(desk: StepDesk, message: AdmittedExtension): Promise<Uint8Array> {
  const { deps } = desk;
  const asked = readAsked(message);
  if (!asked.ok) return refuseExtension(deps, message, asked.failure);
  const row = await deps.store.approval(asked.value.approvalId);
  const known = row?.tenantId === message.tenantId ? row : null;
  const told = asked.value.kind === "claimed" ? await claimed(deps, message, known) : null;
  if (told) return reply(deps, message, told);
  const isOwn = asked.value.kind !== "claimed" && known?.sessionKey === message.snapshot.session.key;
  if (!known || !isOwn) return reply(deps, message, { state: "unknown" });
  return resolve(desk, message, { asked: asked.value, row: known });
}

/** What the host is told. Without `resolution` nothing is decided yet, or there is no such item. */
interface Told {
  readonly state: string;
  readonly approval_id?: string;
  readonly resolution?: JsonObject;
  /** The release's signed ACS answer, byte for byte as stored. */
  readonly answer?: string;
}

const reply = (deps: GuardianDeps, message: AdmittedExtension, told: Told): Promise<Uint8Array> =>
  extensionAnswer(deps, message, { extension: "agent-hooks/1", facts: fromPlainObject(told) });

const about = (row: ApprovalRow, more: Omit<Told, "state" | "approval_id"> = {}): Told => ({
  state: row.state,
  approval_id: row.id,
  ...more,
});

const MISMATCH = { reason: "approval_digest_mismatch", message: APPROVAL_CODE_TEXT.approval_digest_mismatch };

/** Only who presented other content under an approval, and was refused for it, hears what that approval is bound to. */
async function claimed(deps: GuardianDeps, message: AdmittedExtension, row: ApprovalRow | null): Promise<Told | null> {
  if (!row || !(await deps.store.presented(message.snapshot.session.key, row.id))) return null;
  return about(row, { resolution: rejected(row.contextIdentity, MISMATCH) });
}

interface Question {
  readonly asked: Asked;
  readonly row: ApprovalRow;
}

async function resolve(desk: StepDesk, message: AdmittedExtension, question: Question): Promise<Uint8Array> {
  const { deps } = desk;
  const { asked } = question;
  if (asked.actionDigest !== question.row.requestedDigest) {
    const identity = question.row.contextIdentity;
    return reply(deps, message, about(question.row, { resolution: rejected(identity, MISMATCH) }));
  }
  const waited = await decided(desk, message, question);
  if (waited.kind !== "decided") return reply(deps, message, waited.told);
  const { row } = waited;
  if (row.state === "approved") {
    if (row.contextIdentity !== asked.identity)
      return reply(deps, message, about(row, { resolution: unresolved(row) }));
    return released(desk, message, { row, asked });
  }
  // an end before anybody asked is bound to no context: the denial is then this emission's own
  const identity = row.interceptionPoint === null ? asked.identity : row.contextIdentity;
  return reply(deps, message, about(row, { resolution: rejected(identity, refusedBy(row)) }));
}

type Waited = { readonly kind: "decided"; readonly row: ApprovalRow } | { readonly kind: "told"; readonly told: Told };

/** Opens and waits. Ends early when the context that it opened the item for is no longer the item's. */
async function decided(desk: StepDesk, message: AdmittedExtension, { asked, row: first }: Question): Promise<Waited> {
  const { deps, closing } = desk;
  const until = message.receivedAt - (message.reserveMs ?? 0) + Math.min(asked.waitMs, deps.limits.maxPollMs);
  let row = first;
  let opened = false;
  for (;;) {
    if (isLapsed(row, deps.clock.now())) row = (await expire(deps, row)) ?? row;
    if (!isUndecided(row)) return { kind: "decided", row };
    if (needsOpening(row, asked)) {
      // another emission has taken the item over since, or people decide for one already, or nobody is asked at all
      const isLost = opened || !row.forHooks || !(await openItemFor(deps, row, asked)).ok;
      if (isLost) return { kind: "told", told: about(row, { resolution: unresolved(row) }) };
      opened = true;
    } else {
      opened = true;
      const left = Math.min(until, row.expiresAt) - deps.clock.now();
      if (closing.aborted || deps.clock.now() >= until) return { kind: "told", told: about(row) };
      await deps.wakeups.wait(`approval:${row.id}`, Math.max(1, Math.min(left, LOOK_MS)), closing);
    }
    row = (await deps.store.approval(row.id)) ?? row;
  }
}

/** What the release's answer makes of the item. An answer that promises nothing (no `chain_hash`) leaves it undecided. */
async function released(desk: StepDesk, message: AdmittedExtension, { row }: Question): Promise<Uint8Array> {
  const { deps } = desk;
  const bytes = await durable(deps, message, await releaseItem(desk, message, row));
  const result = resultIn(bytes);
  // a signed refusal of the step answers the question just as well: nobody may go on
  if (result === null) return bytes;
  const now = (await deps.store.approval(row.id)) ?? row;
  if (member(result, "chain_hash") === undefined) return reply(deps, message, about(now));
  const answer = new TextDecoder().decode(bytes);
  const isMine = now.consumedRequestId === message.request.params.request_id.toLowerCase();
  const permits = result.decision === "allow" || result.decision === "modify";
  if (!isMine || !permits) {
    return reply(deps, message, about(now, { resolution: rejected(now.contextIdentity, refusedIn(result)), answer }));
  }
  const person = now.decidedBy === null ? null : await deps.store.person(now.decidedBy);
  const by = person?.kind === "service" ? "service" : "human";
  return reply(deps, message, about(now, { resolution: approvedBy(now, result, by), answer }));
}

/** Where the answer promises nothing although its commit came about: the stored one, which does. */
async function durable(deps: GuardianDeps, message: AdmittedExtension, bytes: Uint8Array): Promise<Uint8Array> {
  const result = resultIn(bytes);
  if (result === null || member(result, "chain_hash") !== undefined) return bytes;
  const requestId = message.request.params.request_id.toLowerCase();
  const stored = await deps.store.answer(message.snapshot.session.key, requestId);
  return stored === null ? bytes : bytesOf(stored);
}

function resultIn(bytes: Uint8Array): JsonObject | null {
  const read = readJson(bytes);
  const result = read.ok ? member(read.value, "result") : undefined;
  return isJsonObject(result) ? result : null;
}
