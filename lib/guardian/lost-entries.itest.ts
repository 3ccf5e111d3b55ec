/** Entries that vanish from the database are missed: by the session's head, and by the signed head of its evidence. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nobleCrypto } from "../core/crypto-noble";
import { readKeyFile } from "../core/evidence/keys";
import { readPack } from "../core/evidence/pack";
import { verifyPack } from "../core/evidence/verify";
import { storedEvidence } from "../storage/reads/evidence";
import { rowsOf, sql, verified } from "../testing/probes";
import { type ScriptedSession, userMessage } from "../testing/scripted-agent";
import { openSession, send, type World, world } from "../testing/world";
import { evidencePack } from "./queries/evidence-pack";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

async function talked(): Promise<ScriptedSession> {
  const session = await openSession(w.guardian, await w.agent());
  for (const text of ["a", "b", "c", "d"])
    await send(w.guardian, session.message("steps/userMessage", userMessage(text)));
  return session;
}

async function evidenceOf(session: ScriptedSession) {
  const { key } = await rowsOf(w, session);
  const stored = await storedEvidence(w.container.prisma, { tenantId: "default", key, exact: true });
  if (stored === null) throw new Error("there is no such session");
  const pack = readPack(evidencePack(w.container.keyring, stored, Date.now()));
  const keys = readKeyFile(JSON.stringify({ keys: w.container.keyring.published() }));
  if (!pack.ok || !keys.ok) throw new Error("the evidence cannot be read");
  return verifyPack(nobleCrypto, pack.value, { guardianKeys: keys.value.trusted });
}

describe("deleted with SQL", () => {
  it.each([
    ["the last two entries", "seq > 3", "truncated"],
    ["the last one", "seq = 5", "truncated"],
    ["the first one", "seq = 1", "missing"],
    ["one in between", "seq = 3", "missing"],
    ["all of them", "true", "missing"],
  ])("%s are not taken for a shorter session", async (_, which, kind) => {
    const session = await talked();
    expect((await verified(w, session)).findings).toEqual([]);
    expect((await evidenceOf(session)).verdict).toBe("verified");
    const { key } = await rowsOf(w, session);
    await sql(w, `DELETE FROM entry WHERE session_key = $1 AND ${which}`, [key]);
    expect((await verified(w, session)).findings.map((finding) => finding.kind)).toContain(kind);
    const report = await evidenceOf(session);
    expect(report.verdict).not.toBe("verified");
    expect(report.findings.map((finding) => finding.kind)).toContain(kind);
  });
});
