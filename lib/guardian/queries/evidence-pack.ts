/** Assembles the evidence pack of a session from stored texts, with a head that the Guardian signs now. */

import type { ChainItem } from "../../core/chain/report";
import type { SignedArchive } from "../../core/evidence/archive";
import { checkpointBytes, type HeadCheckpoint, packText } from "../../core/evidence/pack";
import { readObject } from "../approvals/edits";
import type { KeyRing } from "../ports";

/** One consistent snapshot of what is stored; texts byte for byte, null where erased or withheld. */
export interface StoredEvidence {
  readonly tenantId: string;
  readonly session: {
    readonly sessionId: string;
    readonly agentId: string;
    /** ms since the epoch */
    readonly openedAt: number;
    readonly state: string;
    readonly closeReason: string | null;
    readonly headSeq: number;
    readonly headHash: string | null;
  };
  /** Public keys of the session's agent; none under HMAC. */
  readonly agentKeys: readonly { readonly keyId: string; readonly algorithm: string; readonly publicKey: string }[];
  readonly entries: readonly ChainItem[];
  readonly receipts: readonly { readonly approvalId: string; readonly receipt: string }[];
  /** Of an Agent Hooks host, in their order. */
  readonly records?: readonly { readonly seq: number; readonly content: string; readonly recordHash: string }[];
  /** Signed archive as stored, null where nothing was archived. */
  readonly archive: string | null;
}

/**
 * The pack's text. The head is the session's own row, never the last entry found: a tail that is gone must show. `now` is
 * ms since the epoch.
 */
export function evidencePack(
  keyring: Pick<KeyRing, "sign" | "published">,
  stored: StoredEvidence,
  now: number,
): string {
  const { session } = stored;
  const at = new Date(now).toISOString();
  const head = {
    tenant_id: stored.tenantId,
    session_id: session.sessionId,
    count: session.headSeq,
    entry_hash: session.headHash,
    state: session.state,
    at,
    ...recordHead(stored),
  };
  return packText({
    exported_at: at,
    tenant_id: stored.tenantId,
    session: {
      session_id: session.sessionId,
      agent_id: session.agentId,
      opened_at: new Date(session.openedAt).toISOString(),
      state: session.state,
      close_reason: session.closeReason,
    },
    entries: stored.entries,
    receipts: stored.receipts.map(({ approvalId, receipt }) => ({ approval_id: approvalId, receipt })),
    ...(isRecorded(stored) ? { records: stored.records.map(({ seq, content }) => ({ seq, record: content })) } : {}),
    ...(stored.archive === null ? {} : { archive: readObject(stored.archive) as unknown as SignedArchive }),
    head,
    signature: keyring.sign(checkpointBytes(head)),
    guardian_keys: keyring.published(),
    agent_keys: stored.agentKeys.map(({ keyId, algorithm, publicKey }) => ({
      key_id: keyId,
      algorithm,
      public_key: publicKey,
    })),
  });
}

type Recorded = StoredEvidence & Required<Pick<StoredEvidence, "records">>;

const isRecorded = (stored: StoredEvidence): stored is Recorded => (stored.records?.length ?? 0) > 0;

function recordHead({ records = [] }: StoredEvidence): Pick<HeadCheckpoint, "records"> {
  const last = records.at(-1);
  return last === undefined ? {} : { records: { count: last.seq, hash: last.recordHash } };
}
