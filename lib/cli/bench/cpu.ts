/** What one step costs in the processor alone: canonical form, signature, policy. */
import { randomBytes, randomUUID } from "node:crypto";
import { canonicalBytes } from "../../core/json/canonical";
import { readJsonText } from "../../core/json/read";
import { bundleDigest, bundleText } from "../../core/policy/bundle";
import { DEFAULT_BUNDLE } from "../../core/policy/default-bundle";
import { signEnvelope, verifyEnvelope } from "../../core/wire/signature";
import { cedarEngine } from "../../engines/cedar";
import { nodeCrypto } from "../../server/crypto-node";
import { scriptedSession, toolCall } from "../../testing/scripted-agent";
import { timeCalls } from "./measure";

export interface CpuCost {
  readonly what: string;
  /** µs */
  readonly p50: number;
  readonly p99: number;
}

export function cpuCosts(ms: number): readonly CpuCost[] {
  const session = scriptedSession({
    agentId: "agent",
    keyId: "key",
    secret: new Uint8Array(randomBytes(32)),
    crypto: nodeCrypto,
  });
  const call = toolCall("refund_payment", { customer: "cust_1042", amount: 840, currency: "EUR", reason: "damaged" });
  const unsigned = session.unsigned("steps/toolCallRequest", call);
  const signed = session.sign(unsigned);
  const text = JSON.stringify(signed);
  const { key } = session;
  const cost = (what: string, work: (index: number) => void): CpuCost => ({ what, ...timeCalls(work, ms) });
  return [
    cost(`strict read of a ${Buffer.byteLength(text)}-byte request`, () => readJsonText(text)),
    cost("canonical form of it", () => canonicalBytes(signed)),
    cost("sign (canonical form, HMAC-SHA256)", () => signEnvelope(nodeCrypto, unsigned, "params", key, "key")),
    cost("verify (canonical form, HMAC-SHA256)", () => verifyEnvelope(nodeCrypto, signed, "params", key)),
    cost(`Cedar decision, ${DEFAULT_BUNDLE.policies.length} policies, look-up`, cedar("lookup_account")),
    cost(`Cedar decision, ${DEFAULT_BUNDLE.policies.length} policies, refund that asks`, cedar("refund_payment")),
  ];
}

/** Distinct arguments each time, so that nothing can be remembered. */
function cedar(tool: string): (index: number) => void {
  const content = bundleText(DEFAULT_BUNDLE);
  const loaded = cedarEngine().load({ epoch: 1n, digest: bundleDigest(nodeCrypto, content), content, bans: [] });
  if (!loaded.ok) throw new Error(loaded.failure.message);
  const step = {
    method: "steps/toolCallRequest",
    agent_id: "agent",
    session_id: randomUUID(),
    tool: { name: tool },
  };
  return (index) => {
    loaded.value.evaluate({ ...step, arguments: { customer: `cust_${index}`, amount: 501 + index, currency: "EUR" } });
  };
}
