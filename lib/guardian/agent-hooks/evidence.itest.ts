/** A session whose approval was released by a resolver: its evidence pack verifies, and what is changed in it is found. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyPack } from "../../core/evidence/verify";
import { readJsonText } from "../../core/json/read";
import type { JsonObject } from "../../core/json/value";
import { nodeCrypto } from "../../server/crypto-node";
import { storedEvidence } from "../../storage/reads/evidence";
import { asking, CALL, freshIdentity, hookSession, refund, resolutionIn, resolveBy } from "../../testing/hook-agent";
import { rowsOf } from "../../testing/probes";
import { type ScriptedIdentity, type ScriptedSession, toolResult } from "../../testing/scripted-agent";
import { trustedKeys } from "../../testing/trusted-keys";
import { approvalOf, decide, send, type World, world } from "../../testing/world";
import { evidencePack } from "../queries/evidence-pack";

let w: World;
let agent: ScriptedIdentity;
let session: ScriptedSession;
beforeAll(async () => {
  w = await world();
  const person = await w.person();
  agent = await w.agent();
  session = await hookSession(w.guardian, agent);
  const asked = await send(w.guardian, session.message(CALL, refund(840)));
  const identity = freshIdentity();
  await resolveBy(w.guardian, session, asking(asked, identity));
  await decide(w.deps, person, approvalOf(asked).approval_id, { edits: { amount: 500 } });
  const answer = await resolveBy(w.guardian, session, asking(asked, identity));
  expect(resolutionIn(answer)?.outcome).toBe("approve");
  const released = String(answer.result.request_id);
  await send(w.guardian, session.message("steps/toolCallResult", toolResult("refund_payment", released, "paid")));
  await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
});
afterAll(() => w.close());

type Stored = NonNullable<Awaited<ReturnType<typeof storedEvidence>>>;

async function report(change: (stored: Stored) => Stored = (stored) => stored) {
  const { key } = await rowsOf(w, session);
  const stored = await storedEvidence(w.container.prisma, { tenantId: "default", key, exact: true });
  if (!stored) throw new Error("no such session");
  const pack = readJsonText(evidencePack(w.container.keyring, change(stored), w.deps.clock.now()));
  if (!pack.ok) throw new Error("the pack cannot be read");
  return verifyPack(nodeCrypto, pack.value, {
    guardianKeys: trustedKeys(w.container.keyring.published()),
    secrets: new Map([[agent.keyId, agent.secret]]),
  });
}

/** Rewrites the stored request that the release's entry commits to. */
const withRequest =
  (rewrite: (request: string) => string) =>
  (stored: Stored): Stored => ({
    ...stored,
    entries: stored.entries.map((entry) =>
      entry.request?.includes("guardian/agentHooks/resolve") ? { ...entry, request: rewrite(entry.request) } : entry,
    ),
  });

describe("the evidence of a release by the resolver", () => {
  it("verifies, every message with its signature", async () => {
    const found = await report();
    expect(found.findings).toEqual([]);
    expect(found.verdict).toBe("verified");
    expect(found.counts).toMatchObject({ uncheckedSignatures: 0, invalidSignatures: 0, withheldRequests: 0 });
    expect(found.receipts).toBe(1);
  });

  it.each<[string, (request: string) => string]>([
    ["identity", (request) => request.replace(/"context_identity":"sha256:./, '"context_identity":"sha256:x')],
    ["method", (request) => request.replace("guardian/agentHooks/resolve", "guardian/agentHooks/records")],
    ["approval", (request) => request.replace('"approval_id":"apr_', '"approval_id":"apr-')],
    ["wait", (request) => request.replace('"wait_ms":0', '"wait_ms":1')],
  ])("shows that the %s of the question was changed", async (_what, rewrite) => {
    const found = await report(withRequest(rewrite));
    expect(found.verdict).toBe("tampered");
    expect(found.findings.map(({ kind }) => kind)).toContain("request_mismatch");
  });

  it("shows that the entry of what people were asked was changed", async () => {
    const found = await report((stored) => ({
      ...stored,
      entries: stored.entries.map((item) =>
        item.entry.includes("guardian/approval_opened") ? { ...item, entry: otherIdentity(item.entry) } : item,
      ),
    }));
    expect(found.verdict).toBe("tampered");
    expect(found.findings.map(({ kind }) => kind)).toContain("altered");
  });
});

const otherIdentity = (entry: string): string => {
  const content = JSON.parse(entry) as JsonObject;
  return JSON.stringify({ ...content, context_identity: freshIdentity() });
};
