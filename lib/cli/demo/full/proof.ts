/** Exports the evidence of the demo's session and verifies it: chain, receipts, and the signature of every message. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { nobleCrypto } from "../../../core/crypto-noble";
import { readKeyFile } from "../../../core/evidence/keys";
import { readPack } from "../../../core/evidence/pack";
import { type EvidenceReport, verifyPack } from "../../../core/evidence/verify";
import { fromPlain } from "../../../core/json/build";
import { canonicalText } from "../../../core/json/canonical";
import { err, ok, type Result } from "../../../core/result";
import { evidencePack } from "../../../guardian/queries/evidence-pack";
import { environment } from "../../../server/env";
import { prismaClient } from "../../../storage/prisma";
import { storedEvidence } from "../../../storage/reads/evidence";
import type { Entered } from "../entrance";
import { sessionKeyOf } from "../setup";

export interface Proof {
  readonly report: EvidenceReport;
  /** What `npm run verify` takes, in the order of its arguments. */
  readonly files: { readonly pack: string; readonly guardianKeys: string; readonly agentKeys: string };
}

/** Writes pack and keys into the data folder. The agent's key comes from where the agent is registered, not from the pack. */
export async function proveSession({ access, runtime }: Entered, sessionId: string): Promise<Result<Proof, string>> {
  const key = await sessionKeyOf(access, sessionId);
  if (key === null || runtime.databaseUrl === null) return err("The session is not stored.");
  const prisma = prismaClient(runtime.databaseUrl, { max: 1 });
  try {
    const stored = await storedEvidence(prisma, { tenantId: access.tenantId, key, exact: true });
    if (stored === null) return err("The session is not stored.");
    await access.keyring.refresh();
    const texts = {
      pack: evidencePack(access.keyring, stored, Date.now()),
      guardianKeys: canonicalText(fromPlain({ keys: access.keyring.published() })),
      agentKeys: canonicalText(
        fromPlain({
          keys: stored.agentKeys.map((each) => ({
            key_id: each.keyId,
            algorithm: each.algorithm,
            public_key: each.publicKey,
          })),
        }),
      ),
    };
    await access.deps.admin.asGuardian(access.tenantId, async (tx) => {
      const detail = { entries: stored.entries.length, via: "demo" };
      await tx.audit({ action: "evidence.exported_exact", subject: `session:${key}`, sessionKey: key, detail });
      return ok(undefined);
    });
    return verified(texts);
  } finally {
    await prisma.$disconnect();
  }
}

function verified(texts: { readonly pack: string; readonly guardianKeys: string; readonly agentKeys: string }) {
  const pack = readPack(texts.pack);
  const guardian = readKeyFile(texts.guardianKeys);
  const agent = readKeyFile(texts.agentKeys);
  if (!pack.ok || !guardian.ok || !agent.ok) return err("The evidence cannot be read back.");
  const report = verifyPack(nobleCrypto, pack.value, {
    guardianKeys: guardian.value.trusted,
    messageKeys: { agentKeys: agent.value.messages, guardianKeys: guardian.value.messages },
  });
  const file = (name: string, text: string): string => {
    const place = path.join(environment().dataDir, `demo-full-${name}.json`);
    writeFileSync(place, `${text}\n`, { mode: 0o600 });
    return place;
  };
  return ok({
    report,
    files: {
      pack: file("evidence", texts.pack),
      guardianKeys: file("guardian-keys", texts.guardianKeys),
      agentKeys: file("agent-keys", texts.agentKeys),
    },
  });
}
