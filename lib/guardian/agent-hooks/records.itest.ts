import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyChain } from "../../core/chain/verify";
import { nobleCrypto } from "../../core/crypto-noble";
import { RECORDS } from "../../core/wire/agent-hooks";
import { hostRecord } from "../../testing/host-records";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import { type Answer, openSession, send, type World, world } from "../../testing/world";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

const open = async () => openSession(w.guardian, await w.agent());
const post = (session: ScriptedSession, ...records: readonly object[]): Promise<Answer> =>
  send(w.guardian, session.message(RECORDS, { records }));

async function stored(session: ScriptedSession) {
  const { key } = await w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } });
  return w.container.prisma.hostRecord.findMany({ where: { sessionKey: key }, orderBy: { seq: "asc" } });
}

const audits = (session: ScriptedSession) =>
  w.container.prisma.session
    .findFirstOrThrow({ where: { sessionId: session.sessionId } })
    .then(({ key }) =>
      w.container.prisma.audit.findMany({ where: { sessionKey: key, action: "agent_hooks.record_refused" } }),
    );

describe("guardian/agentHooks/records", () => {
  it("keeps records in a chain of their own that verifies, apart from the session's chain", async () => {
    const session = await open();
    const made = [0, 1, 2].map((sequence) => hostRecord(session.sessionId, { sequence }));
    const first = await post(session, ...made.slice(0, 2));
    expect(first.result).toMatchObject({ accepted: 2, refused: [], gaps: [], head: { count: 2 } });
    expect(session.verifies(first.raw)).toBe(true);
    const second = await post(session, ...made.slice(2));
    const rows = await stored(session);
    const items = rows.map(({ seq, content }) => ({ seq, entry: content, request: null, response: null }));
    const head = second.result.head as { count: number; hash: string };
    expect(verifyChain(nobleCrypto, items, { count: head.count, head: head.hash })).toMatchObject({
      entries: 3,
      findings: [],
    });
    const row = await w.container.store.session("default", session.sessionId);
    expect(row?.session.headSeq).toBe(1);
  });

  it("accepts a repeated record and stores it once", async () => {
    const session = await open();
    const record = hostRecord(session.sessionId, { sequence: 0 });
    await post(session, record);
    const again = await post(session, record, record);
    expect(again.result).toMatchObject({ accepted: 2, refused: [], head: { count: 1 } });
    expect(await stored(session)).toHaveLength(1);
  });

  it("refuses another record for the same emission, audits it, and takes the rest", async () => {
    const agent = await w.agent();
    const session = await openSession(w.guardian, agent);
    await post(session, hostRecord(session.sessionId, { sequence: 0, verdict: { decision: "deny", reason: "no" } }));
    const answer = await post(
      session,
      hostRecord(session.sessionId, { sequence: 0 }),
      hostRecord(session.sessionId, { sequence: 1 }),
    );
    expect(answer.result).toMatchObject({
      accepted: 1,
      refused: [{ index: 0, reason: "record_conflict", field: "sequence" }],
    });
    expect((await stored(session)).map((row) => row.decision)).toEqual(["deny", "allow"]);
    const rows = await audits(session);
    expect(rows.map((row) => [row.actorKind, row.actorId])).toEqual([["agent", agent.agentId]]);
    const detail = rows.map((row) => JSON.parse(row.detail));
    expect(detail).toMatchObject([{ reason: "record_conflict", sequence: 0, decision: "allow" }]);
  });

  it("keeps two different records whose number the host could not tell", async () => {
    const session = await open();
    const failures = ["TypeError", "RangeError"].map((message) =>
      hostRecord(session.sessionId, {
        sequence: -1,
        verdict: { decision: "deny", reason: "host_error:context_invalid", message },
      }),
    );
    expect((await post(session, ...failures, ...failures)).result.accepted).toBe(4);
    expect(await stored(session)).toHaveLength(2);
  });

  it("reports the emissions that have no record, and takes them later", async () => {
    const session = await open();
    await post(session, hostRecord(session.sessionId, { sequence: 0 }));
    const late = await post(session, hostRecord(session.sessionId, { sequence: 4 }));
    expect(late.result.gaps).toEqual([{ from: 1, to: 3 }]);
    const filled = await post(session, hostRecord(session.sessionId, { sequence: 2 }));
    expect(filled.result).toMatchObject({ accepted: 1, gaps: [], head: { count: 3 } });
  });

  it("takes the record of a shutdown after the session was closed", async () => {
    const session = await open();
    await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
    const record = hostRecord(session.sessionId, { sequence: 9, interception_point: "agent_shutdown" });
    expect((await post(session, record)).result.accepted).toBe(1);
  });

  it("links a record to the entry that it names, and refuses one that names an entry of nobody", async () => {
    const session = await open();
    const call = await send(w.guardian, session.message("steps/toolCallRequest", toolCall("read_record", { id: "1" })));
    const hash = String(call.result.chain_hash);
    const evidence = { artefact: `sha256:${hash}` };
    const linked = hostRecord(session.sessionId, { sequence: 0, verdict: { decision: "allow", evidence } });
    const named = hostRecord(session.sessionId, { sequence: 1, entry_hash: "ab".repeat(32) });
    const answer = await post(session, linked, named);
    expect(answer.result.refused).toEqual([{ index: 1, reason: "entry_unknown", field: "entry_hash" }]);
    expect((await stored(session)).map((row) => row.entryHash)).toEqual([hash]);
  });

  it.each<[string, object, string]>([
    ["a payload", { target: "the secret" }, ""],
    [
      "a payload in the verdict",
      { verdict: { decision: "transform", transform: { path: "$target", value: 1 } } },
      "verdict.transform",
    ],
    ["what the approver was told", { verdict: { decision: "deny", approval: { question: "?" } } }, "verdict.approval"],
    ["a message of any length", { verdict: { decision: "deny", message: "é".repeat(130) } }, "verdict.message"],
    [
      "evidence beyond its cap",
      { verdict: { decision: "deny", evidence: { artefact: "a".repeat(10_226) } } },
      "verdict.evidence",
    ],
    ["another session", { session_id: "00000000-0000-4000-8000-000000000000" }, "session_id"],
    ["a number beyond what is counted to", { sequence: 2 ** 31 }, "sequence"],
    ["a guard beyond what is counted to", { decided_by: 2 ** 31 }, "decided_by"],
    ["a point that there is none of", { interception_point: "pre_think" }, "interception_point"],
  ])("refuses a record that holds %s", async (_, more, field) => {
    const session = await open();
    const answer = await post(session, hostRecord(session.sessionId, { sequence: 0, ...more }));
    expect(answer.result).toMatchObject({ accepted: 0, refused: [{ index: 0, field }] });
    expect(await stored(session)).toHaveLength(0);
    const [row] = await audits(session);
    expect(row?.detail).not.toContain("secret");
  });

  it("takes evidence of exactly its cap and a message of exactly 259 bytes", async () => {
    const session = await open();
    const verdict = { decision: "deny", message: "m".repeat(259), evidence: { artefact: "a".repeat(10_225) } };
    expect((await post(session, hostRecord(session.sessionId, { sequence: 0, verdict }))).result.accepted).toBe(1);
  });

  it("refuses a message of no records, of too many, or of anything else", async () => {
    const session = await open();
    expect((await post(session)).reason).toBe("payload_invalid");
    const many = Array.from({ length: 101 }, (_, sequence) => hostRecord(session.sessionId, { sequence }));
    expect((await post(session, ...many)).reason).toBe("payload_invalid");
    expect((await send(w.guardian, session.message(RECORDS, { records: ["x"] }))).reason).toBe("payload_invalid");
  });

  it("keeps one chain when several messages come at once", async () => {
    const session = await open();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, sequence) => post(session, hostRecord(session.sessionId, { sequence }))),
    );
    expect(answers.map((answer) => answer.result.accepted)).toEqual(Array.from({ length: 8 }, () => 1));
    const items = (await stored(session)).map(({ seq, content }) => ({
      seq,
      entry: content,
      request: null,
      response: null,
    }));
    expect(verifyChain(nobleCrypto, items)).toMatchObject({ entries: 8, findings: [] });
  });
});
