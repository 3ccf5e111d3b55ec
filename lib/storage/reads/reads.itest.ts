/** The console's reads on a real database, over sessions that a real Guardian answered. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyChain } from "../../core/chain/verify";
import { verifyPack } from "../../core/evidence/verify";
import { readStored } from "../../core/read-models/shown";
import { evidencePack } from "../../guardian/queries/evidence-pack";
import { nodeCrypto } from "../../server/crypto-node";
import { type ScriptedSession, toolCall, toolResult, userMessage } from "../../testing/scripted-agent";
import { trustedKeys } from "../../testing/trusted-keys";
import { approvalOf, decide, openSession, send, type TestPerson, type World, world } from "../../testing/world";
import { approvalContext } from "./approval-detail";
import type { Reader } from "./approval-item";
import { endedApprovals, openApprovals } from "./approval-lists";
import { chainPage } from "./chain";
import { storedEvidence } from "./evidence";
import { sessionHeader, sessionList } from "./session-lists";
import { stepDetail, timelineRows, timelineShape } from "./timeline";

const SECRET = "CANARY-7f3a9";
const refund = (amount: number) => toolCall("refund_payment", { amount, to: "cust_1042" });

let here: World;
let person: TestPerson;
let session: ScriptedSession;
let key: string;
let approvalId: string;

const readerOf = (id: string, email: string, roles: readonly string[]): Reader => ({
  id,
  tenantId: "default",
  email,
  roles,
  groups: [],
  state: "active",
});
const approver = () => readerOf(person.id, person.email, ["approver"]);
const place = () => ({ tenantId: "default", key });

beforeAll(async () => {
  here = await world();
  person = await here.person();
  const agent = await here.agent({ agentId: "support-agent" });
  session = await openSession(here.guardian, agent);
  await send(here.guardian, session.message("steps/userMessage", userMessage("Please refund order 7")));
  const asked = await send(here.guardian, session.message("steps/toolCallRequest", refund(840)));
  approvalId = approvalOf(asked).approval_id;
  const headers = { Authorization: `Bearer ${SECRET}` };
  await send(
    here.guardian,
    session.message("steps/toolCallRequest", toolCall("http_request", { url: "https://api.example.test", headers })),
  );
  await send(
    here.guardian,
    session.message("steps/toolCallResult", toolResult("never_released", crypto.randomUUID(), "done")),
  );
  const row = await here.container.prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } });
  key = row.key;
}, 60_000);

afterAll(() => here.close());

describe("the queue as read", () => {
  it("holds what waits, with the act in words and whether the reader may decide", async () => {
    const page = await openApprovals(here.container.prisma, approver());
    const item = page.items.find((each) => each.id === approvalId);
    expect(item).toMatchObject({ state: "pending", risk: "high", whyNot: null, tool: "refund_payment" });
    expect(item?.sentence).toContain("Refund 840 to cust_1042");
    expect(JSON.stringify(page)).not.toContain(SECRET);
  });

  it("says why an analyst, or the person behind the session, cannot decide", async () => {
    const { prisma } = here.container;
    const analyst = await openApprovals(prisma, readerOf("psn_a", "ana@example.test", ["analyst"]));
    expect(analyst.items.every((item) => item.whyNot !== null)).toBe(true);
    await prisma.session.update({ where: { key }, data: { userId: "PAT@example.test" } });
    const own = await openApprovals(prisma, readerOf("psn_p", "pat@example.test", ["approver"]));
    expect(own.items.find((item) => item.id === approvalId)?.whyNot).toContain("somebody else");
    await prisma.session.update({ where: { key }, data: { userId: null } });
  });

  it("moves an overdue item to the history as expired, although nobody has recorded it yet", async () => {
    const { prisma } = here.container;
    const before = await prisma.approval.findUniqueOrThrow({ where: { id: approvalId } });
    await prisma.approval.update({ where: { id: approvalId }, data: { expiresAt: new Date(Date.now() - 1000) } });
    const open = await openApprovals(prisma, approver());
    const ended = await endedApprovals(prisma, approver(), null);
    expect(open.items.some((item) => item.id === approvalId)).toBe(false);
    expect(ended.items.find((item) => item.id === approvalId)).toMatchObject({ state: "expired", decidedBy: null });
    await prisma.approval.update({ where: { id: approvalId }, data: { expiresAt: before.expiresAt } });
  });

  it("shows another tenant nothing", async () => {
    const stranger = { ...approver(), tenantId: "elsewhere" };
    expect((await openApprovals(here.container.prisma, stranger)).items).toEqual([]);
    expect(await approvalContext(here.container.prisma, stranger, approvalId)).toBeNull();
    expect(await sessionHeader(here.container.prisma, "elsewhere", key)).toBeNull();
    expect(await timelineShape(here.container.prisma, { tenantId: "elsewhere", key }, {})).toBeNull();
    const query = { tenantId: "elsewhere", key, from: 1, exact: true };
    expect(await chainPage(here.container.prisma, query)).toBeNull();
    expect(await storedEvidence(here.container.prisma, { tenantId: "elsewhere", key, exact: true })).toBeNull();
  });

  it("gives the agent's last steps up to the one that asked", async () => {
    const context = await approvalContext(here.container.prisma, approver(), approvalId);
    expect(context?.steps.map((step) => [step.stepType, step.isThis])).toEqual([
      ["steps/sessionStart", false],
      ["steps/userMessage", false],
      ["steps/toolCallRequest", true],
    ]);
    expect(context?.eligible.map((each) => each.id)).toContain(person.id);
  });
});

describe("a timeline as read", () => {
  it("counts dispositions in bins and numbers what a filter leaves", async () => {
    const { prisma } = here.container;
    const whole = await timelineShape(prisma, place(), {});
    expect(whole?.matching).toBeNull();
    expect(whole?.bins.reduce((sum, bin) => sum + (bin.counts.ask ?? 0), 0)).toBe(2);
    const asks = await timelineShape(prisma, place(), { decisions: ["ask"] });
    expect(asks?.matching).toEqual([3, 4]);
    const words = await timelineShape(prisma, place(), { text: "REFUND_pay" });
    expect(words?.matching).toEqual([3]);
    const hooks = await timelineShape(prisma, place(), { hooks: ["toolCallResult"] });
    expect(hooks?.matching).toEqual([5]);
    const wildcards = await timelineShape(prisma, place(), { text: "%" });
    expect(wildcards?.matching).toEqual([]);
  });

  it("marks a result that no release stands behind, and masks secrets in rows and in raw messages", async () => {
    const { prisma } = here.container;
    const rows = await timelineRows(prisma, key, [3, 4, 5]);
    expect(rows.map((row) => row.subject.split("  ")[0])).toEqual(["refund_payment", "http_request", "never_released"]);
    expect(rows[2]?.marks).toEqual(["executed_without_release"]);
    const detail = await stepDetail(prisma, place(), 4);
    expect(detail?.request?.masked).toEqual(["/params/payload/arguments/headers/value/Authorization"]);
    expect(JSON.stringify([rows, detail])).not.toContain(SECRET);
    const plain = await stepDetail(prisma, place(), 3);
    const stored = await prisma.envelope.findFirstOrThrow({ where: { sessionKey: key, seq: 3 } });
    expect(plain?.request).toMatchObject({ text: stored.request, masked: [] });
  });

  it("finds sessions by agent, user and state, and counts what needs an eye", async () => {
    const { prisma } = here.container;
    const found = await sessionList(prisma, "default", { text: "SUPPORT-ag", state: "open" });
    expect(found.items[0]).toMatchObject({ key, openApprovals: 2, headSeq: 5 });
    for (const text of ["nobody-like-this", "%", "_", "\\", "\u0000"]) {
      expect((await sessionList(prisma, "default", { text })).items, text).toEqual([]);
    }
    expect((await sessionList(prisma, "default", { attention: "waiting" })).items.map((each) => each.key)).toEqual([
      key,
    ]);
  });
});

describe("a chain as read", () => {
  it("withholds messages with secrets, and still verifies against the published head", async () => {
    const page = await chainPage(here.container.prisma, { ...place(), from: 1, exact: false });
    if (page === null) throw new Error("no chain");
    expect(page.rows.filter((row) => row.withheld === "secret").map((row) => row.seq)).toEqual([4]);
    expect(JSON.stringify(page)).not.toContain(SECRET);
    const report = verifyChain(nodeCrypto, page.rows, { count: page.head.count, head: page.head.hash });
    expect(report.findings).toEqual([]);
    expect(report.counts.withheldRequests).toBe(1);
  });

  it("gives exact bytes on demand, from any number on", async () => {
    const page = await chainPage(here.container.prisma, { ...place(), from: 4, exact: true });
    expect(page?.rows.map((row) => row.seq)).toEqual([4, 5]);
    expect(page?.rows[0]?.request).toContain(SECRET);
  });

  it("exports a pack that verifies with the Guardian's key, with secrets withheld or not", async () => {
    const { prisma, keyring, clock } = here.container;
    const guardianKeys = trustedKeys(keyring.published());
    for (const exact of [false, true]) {
      const stored = await storedEvidence(prisma, { ...place(), exact });
      if (stored === null) throw new Error("nothing stored");
      const text = evidencePack(keyring, stored, clock.now());
      expect(text.includes(SECRET)).toBe(exact);
      const pack = readStored(text);
      if (pack === null) throw new Error("the pack cannot be read");
      const report = verifyPack(nodeCrypto, pack, { guardianKeys });
      expect(report.findings).toEqual([]);
      expect(report.verdict).toBe("verified");
    }
  });
});

describe("other content under an approval", () => {
  it("is read with what differs, who sent it, and a mark on its step", async () => {
    const { prisma } = here.container;
    expect(await decide(here.deps, person, approvalId)).toMatchObject({ ok: true });
    const replay = session.message("steps/toolCallRequest", refund(8400), { metadata: { approval_id: approvalId } });
    const denied = await send(here.guardian, replay);
    expect(denied.codes).toContain("approval_digest_mismatch");
    const context = await approvalContext(prisma, approver(), approvalId);
    expect(context?.item).toMatchObject({ state: "approved", mismatches: 1, decidedBy: { kind: "person" } });
    expect(context?.presentations[0]).toMatchObject({ agentId: "support-agent", sessionKey: key });
    expect(context?.presentations[0]?.differences).toEqual([
      { path: "/payload/arguments/amount/value", kind: "changed", before: "840", after: "8400", masked: false },
    ]);
    const shape = await timelineShape(prisma, place(), {});
    const [row] = await timelineRows(prisma, key, [shape?.headSeq ?? 0]);
    expect(row?.marks).toEqual(["mutated_replay"]);
  });
});
