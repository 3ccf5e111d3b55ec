/** Receipts of approvals: each one that an entry names must be there, hash to what it says, and verify. */
import { receiptHash } from "../approval/statement";
import { verifyReceipt } from "../approval/verify-receipt";
import { type Link, readStored } from "../chain/links";
import type { Crypto } from "../crypto";
import { member, memberAt } from "../json/build";
import type { JsonObject } from "../json/value";
import type { TrustedKey } from "./keys";
import type { EvidencePack } from "./pack";
import type { EvidenceLedger } from "./report";

interface Held {
  readonly approvalId: string;
  readonly receipt: JsonObject | null;
  readonly hash: string | null;
}

export interface ReceiptCheck {
  readonly c: Crypto;
  readonly keys: readonly TrustedKey[];
  readonly links: readonly Link[];
  readonly ledger: EvidenceLedger;
}

const VERIFIED = Symbol("verified");
const UNDECIDED = Symbol("undecided");

/** Returns how many receipts verified. */
export function checkReceipts(pack: EvidencePack, check: ReceiptCheck): number {
  const held = pack.receipts.map((item): Held => {
    const receipt = readStored(item.receipt);
    return { approvalId: item.approval_id, receipt, hash: receipt === null ? null : receiptHash(check.c, receipt) };
  });
  const named = new Set<Held>();
  let verified = 0;
  for (const link of check.links) {
    const committed = member(link.entry ?? undefined, "receipt_hash");
    if (committed === undefined || link.entry === null) continue;
    const approvalId = member(link.entry, "approval_id");
    const found = held.find((item) => item.hash === committed) ?? held.find((item) => item.approvalId === approvalId);
    const isFirst = found !== undefined && !named.has(found);
    if (found !== undefined) named.add(found);
    const outcome = found === undefined ? "the receipt is not in the pack" : judgeReceipt(found, link.entry, check);
    if (outcome === VERIFIED) verified += isFirst ? 1 : 0;
    else if (outcome !== UNDECIDED) check.ledger.fault("receipt_invalid", outcome, link.item.seq);
  }
  for (const item of held) {
    if (!named.has(item)) check.ledger.fault("receipt_invalid", "no entry names one of the receipts");
  }
  return verified;
}

/** VERIFIED, UNDECIDED when the key for it was not given (a doubt is filed), or what is wrong. */
function judgeReceipt(
  held: Held,
  entry: JsonObject,
  { c, keys, ledger }: ReceiptCheck,
): typeof VERIFIED | typeof UNDECIDED | string {
  const approvalId = member(entry, "approval_id");
  if (held.receipt === null) return "the receipt is not readable";
  if (held.hash !== member(entry, "receipt_hash")) return "the receipt does not hash to receipt_hash";
  if (held.approvalId !== approvalId) return "the pack files the receipt under another approval";
  const keyId = memberAt(held.receipt, "signature", "key_id");
  const candidates = keys.filter((key) => key.key_id === null || key.key_id === keyId);
  if (candidates.length === 0) {
    ledger.doubt("A receipt is signed with a key that was not given.");
    return UNDECIDED;
  }
  // a bare key takes the id that the receipt names: it is tried, not believed
  const tried = candidates.map((key) => verifyReceipt(c, held.receipt, [{ ...key, key_id: String(keyId) }]));
  const facts = tried.find((judged) => judged.ok);
  if (facts?.ok) return facts.value.approval_id === approvalId ? VERIFIED : "the receipt is for another approval";
  const fault = tried.find((judged) => !judged.ok);
  const isWrongKey = fault?.ok === false && fault.failure.reason === "receipt_signature_invalid";
  if (isWrongKey && candidates.every((key) => key.key_id === null)) {
    ledger.doubt("No key given verifies a receipt's signature.");
    return UNDECIDED;
  }
  return fault?.ok === false ? fault.failure.message : "the receipt does not verify";
}
