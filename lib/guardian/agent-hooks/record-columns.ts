/** What of a record stands in columns of its own. */
import type { HostRecord } from "../../core/agent-hooks/record";
import type { HostRecordRow } from "../ports";

export type RecordColumns = Omit<HostRecordRow, "seq" | "content" | "previousHash" | "recordHash">;

/** `entryHash`: the entry that it links to, where that entry is there. */
export function recordColumns(
  record: HostRecord,
  { digest, entryHash }: { readonly digest: string; readonly entryHash: string | null },
): RecordColumns {
  return {
    sequence: record.sequence,
    interceptionPoint: record.interception_point,
    mode: record.mode,
    decision: record.verdict.decision,
    reason: record.verdict.reason ?? null,
    resolvedBy: record.resolved_by ?? null,
    decidedBy: record.decided_by,
    tool: record.tool ?? null,
    inputIdentity: record.input_identity,
    enforcedIdentity: record.enforced_identity,
    identityProvider: record.identity_provider,
    entryHash,
    digest,
  };
}
