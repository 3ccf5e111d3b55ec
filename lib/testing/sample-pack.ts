/** A complete, genuine session with its evidence pack, made from fixed keys, for tests that then spoil it. */
import {
  decidedStatement,
  receiptBytes,
  receiptHash,
  receiptObject,
  signedReceipt,
  statementObject,
} from "../core/approval/statement";
import { decisionHash, requestHash, sealEntry } from "../core/chain/entry";
import type { ChainItem } from "../core/chain/report";
import { nobleCrypto } from "../core/crypto-noble";
import {
  checkpointBytes,
  type GuardianSignature,
  type HeadCheckpoint,
  type HostRecordItem,
  packText,
} from "../core/evidence/pack";
import { fromPlainObject, withMember } from "../core/json/build";
import { canonicalText } from "../core/json/canonical";
import { isJsonObject, type JsonObject } from "../core/json/value";
import { formatTimestamp } from "../core/replay";
import { sessionKey, signEnvelope } from "../core/wire/signature";
import { type SampleSigner, sampleSigner } from "./sample-signer";

const c = nobleCrypto;

export const SAMPLE_SESSION = "5c3f1b8e-9a0d-4c2e-8f4b-2d6a7e9c1b30";
export const SAMPLE_KEY_ID = "k1";
export const SAMPLE_SECRET = Uint8Array.from({ length: 32 }, (_, i) => i);
const START = Date.UTC(2026, 2, 1, 10);

const stepId = (n: number): string => `0b2f6f7e-0c1d-4e5f-8a9b-${String(n).padStart(12, "0")}`;
const METHODS = ["steps/sessionStart", "steps/userMessage", "steps/toolCallRequest", "steps/toolCallResult"];

function payloadOf(method: string, n: number): object {
  switch (method) {
    case "steps/sessionStart":
      return {};
    case "steps/userMessage":
      return { content: [{ type: "text", value: `message ${n}` }] };
    case "steps/toolCallRequest":
      return {
        tool: { name: "refund_payment" },
        arguments: { amount: { value: 800 + n }, to: { value: "cust_1042" } },
      };
    default:
      return { tool: { name: "refund_payment" }, exit_status: "success", outputs: [{ value: "done" }] };
  }
}

function requestOf(method: string, n: number): JsonObject {
  const envelope = fromPlainObject({
    jsonrpc: "2.0",
    method,
    id: `rpc-${n}`,
    params: {
      acs_version: "0.1.0",
      request_id: stepId(n),
      timestamp: formatTimestamp(START + n * 1000),
      metadata: { agent_id: "agent-blue", session_id: SAMPLE_SESSION },
      payload: payloadOf(method, n),
    },
  });
  return signEnvelope(c, envelope, "params", sessionKey(c, SAMPLE_SECRET, SAMPLE_SESSION), SAMPLE_KEY_ID);
}

/** Seals content onto the chain so far and keeps it with its messages. */
class SampleChain {
  readonly items: ChainItem[] = [];
  head: string | null = null;

  append(content: JsonObject, request: JsonObject | null, answer: ((head: string) => JsonObject) | null): void {
    const entry = sealEntry(c, content, this.head);
    this.head = String(entry.entry_hash);
    this.items.push({
      seq: this.items.length + 1,
      entry: canonicalText(entry),
      request: request === null ? null : canonicalText(request),
      response: answer === null ? null : canonicalText(answer(this.head)),
    });
  }
}

function appendStep(chain: SampleChain, n: number): void {
  const method = METHODS[(n - 1) % METHODS.length] ?? "steps/userMessage";
  const request = requestOf(method, n);
  const result = fromPlainObject({ type: "final", acs_version: "0.1.0", request_id: stepId(n), decision: "allow" });
  const params = request.params;
  if (!isJsonObject(params)) throw new Error("a request has params");
  const content = fromPlainObject({
    entry_id: stepId(n),
    step_id: stepId(n),
    step_type: method,
    request_hash: requestHash(c, params),
    timestamp: formatTimestamp(START + n * 1000),
    decision: "allow",
    decision_hash: decisionHash(c, result),
  });
  const key = sessionKey(c, SAMPLE_SECRET, SAMPLE_SESSION);
  chain.append(content, request, (head) => {
    const envelope = fromPlainObject({
      jsonrpc: "2.0",
      id: `rpc-${n}`,
      result: withMember(result, "chain_hash", head),
    });
    return signEnvelope(c, envelope, "result", key, SAMPLE_KEY_ID);
  });
}

function sampleReceipt(signer: SampleSigner): JsonObject {
  const digest = `sha256:${"a".repeat(64)}`;
  const statement = statementObject({
    approval_id: "ap-1",
    requested_digest: digest,
    effective_digest: digest,
    view_digest: digest,
    approver: { id: "p-carol", kind: "person" },
    sign_in: "s-1",
    bundle_digest: digest,
    discharges: [{ rule_id: "refund-over-500", disposition: "ask" }],
    nonce: "A".repeat(43),
    issued_at: formatTimestamp(START),
    use_before: formatTimestamp(START + 600_000),
  });
  const statements = [decidedStatement(statement, { verdict: "approve" })];
  const receipt = receiptObject({
    statements,
    outcome: "approved",
    channel: "console",
    decided_at: formatTimestamp(START + 2500),
  });
  return signedReceipt(receipt, signer.sign(receiptBytes(receipt)));
}

export interface Sample {
  readonly items: readonly ChainItem[];
  readonly head: HeadCheckpoint;
  readonly signer: SampleSigner;
  readonly receipt: string;
  /** The pack file with these parts changed; the head is signed as it then stands unless `signature` is given. */
  text(change?: SampleChange): string;
}

export interface SampleChange {
  readonly items?: readonly ChainItem[];
  readonly head?: Partial<HeadCheckpoint>;
  readonly signature?: GuardianSignature;
  readonly receipts?: readonly { readonly approval_id: string; readonly receipt: string }[];
  readonly records?: readonly HostRecordItem[];
  readonly state?: string;
  readonly agentId?: string;
}

/** `steps` allowed steps with one approval's resolution entry after the second. */
export function sampleSession(steps = 5): Sample {
  const signer = sampleSigner("gk_1", 7);
  const receipt = sampleReceipt(signer);
  const chain = new SampleChain();
  for (let n = 1; n <= steps; n += 1) {
    if (n === 3) chain.append(resolutionOf(receipt), null, null);
    appendStep(chain, n);
  }
  const head: HeadCheckpoint = {
    tenant_id: "default",
    session_id: SAMPLE_SESSION,
    count: chain.items.length,
    entry_hash: chain.head,
    state: "closed",
    at: formatTimestamp(START + 60_000),
  };
  return { items: chain.items, head, signer, receipt: canonicalText(receipt), text: textOf };

  function textOf(change: SampleChange = {}): string {
    const changed = { ...head, ...change.head };
    return packText({
      exported_at: formatTimestamp(START + 60_000),
      tenant_id: "default",
      session: {
        session_id: SAMPLE_SESSION,
        agent_id: change.agentId ?? "agent-blue",
        opened_at: formatTimestamp(START),
        state: change.state ?? "closed",
        close_reason: "completed",
      },
      entries: change.items ?? chain.items,
      receipts: change.receipts ?? [{ approval_id: "ap-1", receipt: canonicalText(receipt) }],
      ...(change.records ? { records: change.records } : {}),
      head: changed,
      signature: change.signature ?? signer.sign(checkpointBytes(changed)),
      guardian_keys: [{ key_id: signer.keyId, public_key: signer.publicKey }],
    });
  }
}

function resolutionOf(receipt: JsonObject): JsonObject {
  return fromPlainObject({
    entry_id: "resolution-ap-1",
    step_id: stepId(2),
    step_type: "guardian/approval",
    timestamp: formatTimestamp(START + 2500),
    decision: "allow",
    approval_id: "ap-1",
    approver: "p-carol",
    receipt_hash: receiptHash(c, receipt),
  });
}
