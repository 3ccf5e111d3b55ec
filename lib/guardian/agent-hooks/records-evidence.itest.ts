import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nobleCrypto } from "../../core/crypto-noble";
import { readKeyFile } from "../../core/evidence/keys";
import { readPack } from "../../core/evidence/pack";
import { type EvidenceReport, verifyPack } from "../../core/evidence/verify";
import { RECORDS } from "../../core/wire/agent-hooks";
import { storedEvidence } from "../../storage/reads/evidence";
import { hostRecord } from "../../testing/host-records";
import type { ScriptedSession } from "../../testing/scripted-agent";
import { openSession, send, type World, world } from "../../testing/world";
import { evidencePack } from "../queries/evidence-pack";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

async function evidenceOf(session: ScriptedSession): Promise<EvidenceReport> {
  const { prisma, keyring, clock } = w.container;
  const { key } = await prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } });
  const evidence = await storedEvidence(prisma, { tenantId: "default", key, exact: true });
  const pack = readPack(evidence === null ? "" : evidencePack(keyring, evidence, clock.now()));
  if (!pack.ok) throw new Error(pack.failure.message);
  const keys = readKeyFile(JSON.stringify({ keys: keyring.published() }));
  if (!keys.ok) throw new Error(keys.failure.message);
  return verifyPack(nobleCrypto, pack.value, { guardianKeys: keys.value.trusted });
}

describe("records of a host", () => {
  it("are in the session's evidence, which names the one that was altered afterwards", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const records = [0, 1].map((sequence) => hostRecord(session.sessionId, { sequence }));
    await send(w.guardian, session.message(RECORDS, { records }));
    expect(await evidenceOf(session)).toMatchObject({ verdict: "verified", records: 2, findings: [] });
    await w.container.pool.query(
      `UPDATE host_record SET content = replace(content, '"decision":"allow"', '"decision":"deny"')
       WHERE seq = 1 AND session_key = (SELECT key FROM session WHERE session_id = $1)`,
      [session.sessionId],
    );
    const tampered = await evidenceOf(session);
    expect(tampered.verdict).toBe("tampered");
    expect(tampered.first?.message).toContain("host record 1");
  });
});
