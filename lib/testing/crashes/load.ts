/** The load under which processes are killed: agents that play the demo's story over and over, and one session that never ends. */
import { setTimeout as sleep } from "node:timers/promises";
import { approve } from "../../cli/demo/approver";
import type { DemoCredentials, DemoEvent } from "../../cli/demo/events";
import { playStory } from "../../cli/demo/story";
import { isJsonObject, type JsonObject } from "../../core/json/value";
import { createGuardianClient } from "../../host/client";
import type { HostRecord } from "../../host/records";
import { nodeCrypto } from "../../server/crypto-node";
import { post } from "../guardian-process";
import { type ScriptedSession, scriptedSession, toolCall, toolResult, userMessage } from "../scripted-agent";
import type { Ledger } from "./ledger";

export interface Load {
  readonly acsUrl: string;
  readonly consoleUrl: string;
  /** Of the service account that decides. */
  readonly token: string;
  readonly credentials: DemoCredentials;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
}

/** Plays the demo's story again and again with the host client; what a crash interrupts is simply begun anew. */
export async function storyAgent(load: Load): Promise<void> {
  const { ledger, signal, acsUrl: url, credentials } = load;
  const onRecord = (record: HostRecord) => keep(ledger, record);
  while (!signal.aborted) {
    const client = createGuardianClient({ url, ...credentials, timeoutMs: 8000, lateAnswerMs: 0, onRecord });
    const opened = await client.open({ platform: "crash test", userContext: { user_id: "customer:cust_1042" } });
    if (!opened.ok) {
      await sleep(150);
      continue;
    }
    const faults = await playStory(opened.value, (event) => follow(load, event));
    ledger.faults.push(...faults.filter((fault) => /was released|refunds were paid|without anybody/.test(fault)));
    await opened.value.end();
  }
}

function keep(ledger: Ledger, record: HostRecord): void {
  if (record.kind === "tool_executed") ledger.executed.push(record.step.requestId);
  if (record.kind !== "decided" || record.chainHash === null) return;
  const { sessionId, decision, chainHash, approvalId } = record;
  ledger.acknowledge({ ...record.step, sessionId, decision, chainHash, approvalId });
}

function follow(load: Load, event: DemoEvent): void {
  if (event.event === "waiting" && event.approval_id !== null) void approveUntilDone(load, event.approval_id);
}

/** Decides by the public API, as the demo's service account does; a crash in between is waited out. */
async function approveUntilDone(load: Load, approvalId: string): Promise<void> {
  const outcome = await approve(load, approvalId);
  if (!outcome.ok && !load.signal.aborted) load.ledger.notes.push(`approving ${approvalId}: ${outcome.failure}`);
}

/** One session through all crashes: a lost answer is followed by the next message, as an agent would. */
export async function steadyAgent(load: Load): Promise<void> {
  const { agentId, keyId, secret } = load.credentials;
  const bytes = new Uint8Array(Buffer.from(secret, "base64"));
  const session = scriptedSession({ agentId, keyId, secret: bytes, crypto: nodeCrypto });
  for (let hello: JsonObject | null = null; hello === null && !load.signal.aborted; ) {
    hello = await resultOf(load, session, session.hello());
  }
  await say(load, session, "steps/sessionStart", {});
  for (let turn = 1; !load.signal.aborted; turn += 1) {
    await say(load, session, "steps/userMessage", userMessage(`turn ${turn}`));
    if (turn % 4 === 0) await refund(load, session, 500 + turn);
    await sleep(20);
  }
}

async function refund(load: Load, session: ScriptedSession, amount: number): Promise<void> {
  const payload = toolCall("refund_payment", { customer: "cust_1042", amount });
  for (let attempt = 0; attempt < 200 && !load.signal.aborted; attempt += 1) {
    const { result, requestId } = await say(load, session, "steps/toolCallRequest", payload);
    if (result?.decision === "deny") return;
    const approvalId = approvalIdOf(result);
    if (result?.decision === "allow") {
      const report = toolResult("refund_payment", requestId, { refund: `rf_${amount}` });
      for (let told = false; !told && !load.signal.aborted; ) {
        told = (await say(load, session, "steps/toolCallResult", report)).result !== null;
      }
      return;
    }
    if (approvalId !== null) await approveUntilDone(load, approvalId);
  }
}

function approvalIdOf(result: JsonObject | null): string | null {
  const data = result?.policy_data;
  const approval = isJsonObject(data) ? data.approval : undefined;
  return isJsonObject(approval) && typeof approval.approval_id === "string" ? approval.approval_id : null;
}

async function say(load: Load, session: ScriptedSession, method: string, payload: unknown) {
  const requestId = crypto.randomUUID();
  const result = await resultOf(load, session, session.message(method, payload, { requestId }));
  if (typeof result?.chain_hash === "string" && typeof result.decision === "string") {
    const { decision, chain_hash: chainHash } = result;
    const approvalId = approvalIdOf(result);
    load.ledger.acknowledge({ sessionId: session.sessionId, requestId, method, decision, chainHash, approvalId });
  }
  return { result, requestId };
}

/** Refusals that a crash explains; any other is a fault. */
const EXPECTED = new Set(["store_failed", "shutting_down", "session_missing"]);

async function resultOf(load: Load, session: ScriptedSession, message: JsonObject): Promise<JsonObject | null> {
  const answer = await post(load.acsUrl, message);
  if (answer === null || !isJsonObject(answer.value)) {
    await sleep(150);
    return null;
  }
  const { result, error } = answer.value;
  if (isJsonObject(result)) {
    if (!session.verifies(answer.value)) load.ledger.faults.push("an answer whose signature does not verify");
    return result;
  }
  const reason = isJsonObject(error) && isJsonObject(error.data) ? String(error.data.reason) : "unknown";
  if (!EXPECTED.has(reason)) load.ledger.faults.push(`refused with ${reason}`);
  await sleep(150);
  return null;
}
