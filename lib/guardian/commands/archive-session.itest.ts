/** Archived entries leave a signed head, count, summary and Intent, and what stays of the chain still verifies. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyPack } from "../../core/evidence/verify";
import { readJsonText } from "../../core/json/read";
import type { JsonObject } from "../../core/json/value";
import { createSessionArchive } from "../../storage/archive";
import { storedEvidence } from "../../storage/reads/evidence";
import { rowsOf } from "../../testing/probes";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type World, world } from "../../testing/world";
import { evidencePack } from "../queries/evidence-pack";
import { archiveSession } from "./archive-session";

const CALL = "steps/toolCallRequest";
let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

async function ended(): Promise<ScriptedSession> {
  const person = await w.person();
  const session = await openSession(w.guardian, await w.agent());
  const asked = await send(w.guardian, session.message(CALL, toolCall("refund_payment", { amount: 840 })));
  await decide(w.deps, person, approvalOf(asked).approval_id);
  const provenance = { provenance_id: "p1", origin: "user_input" };
  const traced = { tool: { name: "lookup_x" }, arguments: { q: { value: 1, provenance } } };
  await send(w.guardian, session.message(CALL, traced));
  await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
  return session;
}

const archive = async (session: ScriptedSession, keep = 0) => {
  const { key } = await rowsOf(w, session);
  const { store, keyring, clock } = w.container;
  const archives = createSessionArchive(w.container.pool);
  return archiveSession(
    { store, keyring, clock, archives },
    { tenantId: "default", sessionKey: key, keep, actorId: null },
  );
};

async function judged(session: ScriptedSession, change: (pack: JsonObject) => void = () => undefined) {
  const { key } = await rowsOf(w, session);
  const stored = await storedEvidence(w.container.prisma, { tenantId: "default", key, exact: true });
  if (!stored) throw new Error("nothing is stored");
  const read = readJsonText(evidencePack(w.container.keyring, stored, w.container.clock.now()));
  if (!read.ok) throw new Error(read.failure.message);
  const pack = JSON.parse(JSON.stringify(read.value)) as JsonObject;
  change(pack);
  const guardianKeys = w.container.keyring
    .published()
    .flatMap(({ key_id, jwk }) => (jwk ? [{ key_id, public_key: jwk }] : []));
  return verifyPack(w.deps.crypto, pack, { guardianKeys });
}

describe("a session with its oldest entries archived", () => {
  it("verifies from the signed checkpoint on; the messages of the others are gone", async () => {
    const session = await ended();
    expect((await judged(session)).verdict).toBe("verified");
    const before = await rowsOf(w, session);
    const done = await archive(session, 2);
    expect(done.ok && done.value).toMatchObject({
      count: before.headSeq - 2,
      provenance_summary: { entry_count: 1, origins_seen: ["user_input"] },
    });
    const after = await rowsOf(w, session);
    expect([after.entries, after.envelopes, after.headSeq]).toEqual([2, 1, before.headSeq]);
    const report = await judged(session);
    expect([report.verdict, report.findings]).toEqual(["verified", []]);
  });

  it("is told from one whose checkpoint was changed, taken away or signed by nobody known", async () => {
    const session = await ended();
    await archive(session, 2);
    const archived = (pack: JsonObject) => pack.archive as unknown as { checkpoint: Record<string, unknown> };
    const wrong = [
      (pack: JsonObject) => void Object.assign(archived(pack).checkpoint, { count: 1 }),
      (pack: JsonObject) => void Object.assign(archived(pack).checkpoint, { entry_hash: "a".repeat(64) }),
      (pack: JsonObject) => void Object.assign(archived(pack).checkpoint, { intent: {} }),
      (pack: JsonObject) => void delete (pack as Record<string, unknown>).archive,
    ];
    for (const change of wrong) expect((await judged(session, change)).verdict).toBe("tampered");
  });

  it("can be archived further, to the last entry; an open one cannot be", async () => {
    const session = await ended();
    expect((await archive(session, 3)).ok).toBe(true);
    expect((await archive(session, 3)).ok).toBe(false);
    expect((await archive(session)).ok).toBe(true);
    expect((await rowsOf(w, session)).entries).toBe(0);
    const open = await openSession(w.guardian, await w.agent());
    expect(await archive(open)).toMatchObject({ failure: { kind: "session_open" } });
    const late = await send(w.guardian, session.message(CALL, toolCall("lookup_x", {})));
    expect(late.codes).toEqual(["session_closed"]);
  });
});
