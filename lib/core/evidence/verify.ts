/** The one verifier of evidence packs: browser, command line and tests run this. Pure; keys come from the caller. */

import type { SignatureTrust } from "../chain/check-signatures";
import { readStored } from "../chain/links";
import type { ChainReport } from "../chain/report";
import { closeChain, openChain, verifyEntry } from "../chain/verify";
import type { ChainOptions, ChainWalk } from "../chain/walk";
import type { Crypto } from "../crypto";
import { memberAt } from "../json/build";
import { canonicalBytes } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";
import { foldUuid } from "../wire/shapes";
import { checkArchive } from "./check-archive";
import { checkReceipts } from "./check-receipts";
import { checkRecords } from "./check-records";
import type { TrustedKey } from "./keys";
import { type EvidencePack, parsePack } from "./pack";
import { EvidenceLedger, type EvidenceReport } from "./report";
import { judgeSignature, labelKeys, type SignatureVerdict } from "./trusted-signature";

export type { EvidenceFinding, EvidenceReport } from "./report";

export interface EvidenceTrust {
  readonly guardianKeys: readonly TrustedKey[];
  /** key_id → input secret of the agent, to check HMAC signatures. */
  readonly secrets?: ReadonlyMap<string, Uint8Array>;
  /** To check the signatures of messages: of requests under agents' keys, of answers under the Guardian's. */
  readonly messageKeys?: Omit<SignatureTrust, "secrets">;
}

/** Verifies a pack as a whole. Never throws on what a pack holds; what it holds is never trusted. */
export function verifyPack(c: Crypto, pack: JsonValue, trust: EvidenceTrust): EvidenceReport {
  const opened = openPack(c, pack, trust);
  if (!opened.ok) return opened.report;
  while (verifyEntry(opened.walk) !== null);
  return closePack(opened);
}

/** A pack under verification; `walk` is moved by `verifyEntry`. */
export interface OpenedPack {
  readonly ok: true;
  readonly c: Crypto;
  readonly pack: EvidencePack;
  readonly keys: readonly TrustedKey[];
  readonly walk: ChainWalk;
  /** Of agents. */
  readonly hasKeys: boolean;
}

/** Step by step for a page: `openPack`, `verifyEntry(opened.walk)` until null, `closePack`. */
export function openPack(
  c: Crypto,
  value: JsonValue,
  trust: EvidenceTrust,
): OpenedPack | { readonly ok: false; readonly report: EvidenceReport } {
  const pack = parsePack(value);
  if (!pack.ok) return { ok: false, report: unreadable(pack.failure.message) };
  const { count, entry_hash } = pack.value.head.checkpoint;
  const walk = openChain(c, pack.value.entries, {
    anchor: { count, head: entry_hash },
    ...startOf(pack.value),
    ...trust.messageKeys,
    ...(trust.secrets === undefined ? {} : { secrets: trust.secrets }),
  });
  const listed = Array.isArray(pack.value.guardian_keys) ? pack.value.guardian_keys : [];
  const keys = labelKeys(trust.guardianKeys, listed);
  const hasKeys = (trust.secrets?.size ?? 0) + (trust.messageKeys?.agentKeys?.size ?? 0) > 0;
  return { ok: true, c, pack: pack.value, keys, walk, hasKeys };
}

/** Whether the archive may be believed is judged with the other signatures, in `closePack`. */
function startOf({ archive }: EvidencePack): Pick<ChainOptions, "start"> {
  return archive ? { start: { count: archive.checkpoint.count, head: archive.checkpoint.entry_hash } } : {};
}

/** The report, once every entry was walked. */
export function closePack(opened: OpenedPack): EvidenceReport {
  const { c, pack, keys, walk } = opened;
  const ledger = new EvidenceLedger();
  const chain = closeChain(walk);
  takeChainFindings(chain, ledger);
  checkHeader(pack, ledger);
  const head = judgeHead(c, pack, keys);
  const receipts = checkReceipts(pack, { c, keys, links: walk.links, ledger });
  settleHead(head, ledger, receipts > 0);
  checkArchive(opened, ledger);
  checkRecords(opened, ledger);
  if (pack.entries.length === 0) ledger.doubt("The pack holds no entry, so it proves nothing.");
  writeNotes(opened, chain, ledger);
  const findings = ledger.sorted();
  return {
    verdict: verdictOf(pack, ledger),
    findings,
    first: findings[0] ?? null,
    doubts: [...new Set(ledger.doubts)],
    notes: ledger.notes,
    sessionId: pack.session.session_id,
    entries: chain.entries,
    receipts,
    records: pack.records?.length ?? 0,
    counts: chain.counts,
    signedBy: head.kind === "valid" ? pack.head.signature.key_id : null,
  };
}

/** An empty pack stays undecided even when its head says that entries were there: see the finding that goes with it. */
function verdictOf(pack: EvidencePack, ledger: EvidenceLedger): EvidenceReport["verdict"] {
  if (pack.entries.length === 0) return "undecided";
  if (ledger.findings.length > 0) return "tampered";
  return ledger.doubts.length > 0 ? "undecided" : "verified";
}

function unreadable(message: string): EvidenceReport {
  const doubts = [`The pack cannot be read: ${message}.`];
  const nothing = { findings: [], first: null, notes: [], sessionId: null, counts: null, signedBy: null };
  return { verdict: "undecided", doubts, entries: 0, receipts: 0, records: 0, ...nothing };
}

function takeChainFindings(chain: ChainReport, ledger: EvidenceLedger): void {
  const { validSignatures, invalidSignatures, malformedSignatures } = chain.counts;
  const { shared } = chain;
  // a Guardian records only what verified: when nothing does, the secret is the wrong one, not the evidence
  const isOnlyShared = shared.invalid === invalidSignatures && malformedSignatures === 0;
  const isWrongSecret = shared.invalid > 1 && validSignatures === 0 && isOnlyShared;
  if (isWrongSecret) ledger.doubt("No message verifies under the secret given: it is not this agent's secret.");
  for (const { kind, seq, message } of chain.findings) {
    if (!(isWrongSecret && kind === "signature_invalid")) ledger.fault(kind, message, seq);
  }
  if (chain.beyondAnchor > 0) {
    const first = chain.entries - chain.beyondAnchor + 1;
    ledger.fault("beyond_head", "entries after the signed head", first);
  }
}

/** Unsigned header against the signed checkpoint, and against the signed or committed messages. */
function checkHeader(pack: EvidencePack, ledger: EvidenceLedger): void {
  const { checkpoint } = pack.head;
  const { session } = pack;
  if (checkpoint.session_id !== session.session_id) ledger.fault("header_mismatch", "the head is another session's");
  if (checkpoint.tenant_id !== pack.tenant_id) ledger.fault("header_mismatch", "the head is another tenant's");
  if (checkpoint.state !== session.state) ledger.fault("header_mismatch", "the head names another session state");
  for (const { seq, request } of pack.entries) {
    const metadata = memberAt(request === null ? undefined : (readStored(request) ?? undefined), "params", "metadata");
    const sessionId = memberAt(metadata, "session_id");
    const agentId = memberAt(metadata, "agent_id");
    if (typeof sessionId === "string" && foldUuid(sessionId) !== foldUuid(session.session_id)) {
      ledger.fault("header_mismatch", "the request belongs to another session", seq);
    }
    if (typeof agentId === "string" && agentId !== session.agent_id) {
      ledger.fault("header_mismatch", "the request names another agent than the pack", seq);
    }
  }
}

function judgeHead(c: Crypto, pack: EvidencePack, keys: readonly TrustedKey[]): SignatureVerdict {
  const { checkpoint, signature } = pack.head;
  const bytes = canonicalBytes(checkpoint as unknown as JsonObject);
  return judgeSignature(c, keys, { keyId: signature.key_id, value: signature.value, bytes });
}

/** `isKeyProven`: a trusted key verified a receipt of this pack, so the right key was given. */
function settleHead(head: SignatureVerdict, ledger: EvidenceLedger, isKeyProven: boolean): void {
  if (head.kind === "valid") {
    if (head.isOtherKey) ledger.fault("head_invalid", "the head names another key than the one that signed it");
  } else if (head.kind === "invalid" || isKeyProven) {
    ledger.fault("head_invalid", "the signature of the head does not verify");
  } else {
    ledger.doubt("No key given verifies the signed head: a wrong key, or a key is missing.");
  }
}

function writeNotes({ pack, hasKeys }: OpenedPack, chain: ChainReport, ledger: EvidenceLedger): void {
  const { counts, shared } = chain;
  const erased = counts.withheldRequests + counts.withheldResponses;
  if (erased > 0) ledger.note(`${erased} messages were erased or withheld; their hashes stand in the chain.`);
  if (counts.uncheckedSignatures > 0) {
    const why = hasKeys ? "their key was not given" : "no key of the agent was given";
    ledger.note(`${counts.uncheckedSignatures} message signatures were not checked: ${why}.`);
  }
  if (shared.messages > 0) {
    ledger.note(
      `${shared.messages} messages are signed with HMAC: a third party cannot tell which of the two key holders, agent or Guardian, wrote them.`,
    );
  }
  ledger.note("exported_at, opened_at and close_reason are not signed.");
  if (pack.session.state !== "closed") ledger.note("The session was open at export; its chain may have grown since.");
}
