/** The rows of an Intent's extension by a person: its ContextEntry and its audit event. */
import { fromPlainObject } from "../../core/json/build";
import type { ApprovalRow, AuditWrite, PersonRow } from "../ports";
import type { ChainWriter } from "../seal";
import type { Granting } from "./grant";

interface GrantedBy {
  readonly row: ApprovalRow;
  readonly person: PersonRow;
}

/** ACS §8.4, W§17.3: an entry of its own, behind the resolution, of the step that was asked about. */
export function appendGrant(
  chain: ChainWriter,
  { row, person }: GrantedBy,
  made: { readonly granted: Granting; readonly now: number; readonly receiptHash: string },
): void {
  const { granted, now } = made;
  const content = {
    entry_id: granted.entryId,
    step_id: row.requestId,
    step_type: "intent_extension",
    timestamp: new Date(now).toISOString(),
    approval_id: row.id,
    approver: { type: person.kind === "service" ? "service" : "human", id: person.id },
    receipt_hash: made.receiptHash,
    intent_extension: { ...fromPlainObject(granted.extension), scope: "session" },
  };
  chain.add(content, {
    decision: "allow",
    reason: "the session's Intent was extended",
    reasonCodes: [],
    actionDigest: null,
    approvalId: row.id,
    tool: null,
    released: false,
    resultOf: null,
    bundleDigest: null,
    latencyUs: null,
  });
}

export const grantAudit = ({ row, person }: GrantedBy, { extension }: Granting): AuditWrite => ({
  actorKind: person.kind,
  actorId: person.id,
  action: "intent.extended",
  subject: `approval:${row.id}`,
  sessionKey: row.sessionKey,
  detail: { capabilities: extension.capabilities },
});
