/** Makes our own Guardian a target: registers the run's agents, publishes its policy, and reads what its operator can see. */
import { existsSync, readFileSync } from "node:fs";
import { agbomFile, isAgbomFormat } from "../../../core/agbom/export/formats";
import { toBase64 } from "../../../core/encoding";
import { readJsonText } from "../../../core/json/read";
import { isJsonObject, type JsonObject } from "../../../core/json/value";
import {
  HYBRID_PARTS,
  isHybrid,
  PUBLIC_KEY_ALGORITHMS,
  type PublicKeyAlgorithm,
  type SignatureAlgorithm,
} from "../../../core/signing/algorithms";
import { splitParts } from "../../../core/signing/parts";
import type { VerifyingKey } from "../../../core/signing/registry";
import { evidencePack } from "../../../guardian/queries/evidence-pack";
import { generatePair, type KeyPair, signerOf } from "../../../server/signing/private-keys";
import { SlowSigning } from "../../../server/signing/slow-signing";
import { publishBundle } from "../../../storage/bundles";
import { prismaClient } from "../../../storage/prisma";
import { exportSource } from "../../../storage/reads/agbom-export";
import { storedEvidence } from "../../../storage/reads/evidence";
import type { AdminAccess } from "../../admin-access";
import { registerAgent } from "../../agent-registration";
import { addPublicKeyTo } from "../../public-key-registration";
import type { Identity, Inside, Target } from "../target";
import { addApprover } from "./approver";
import { hmacIdentity, publicKeyIdentity } from "./identities";
import { conformancePolicy, OUR_STIMULI } from "./policy";

export interface OurGuardian {
  /** Everything of a target but its name and its way in. */
  readonly setUp: Omit<Target, "name" | "transport" | "post">;
  close(): Promise<void>;
}

export interface OurOptions {
  readonly access: AdminAccess;
  readonly databaseUrl: string;
  /** SLH-DSA too, of which every signature takes seconds. */
  readonly patient: boolean;
  /** Where the Guardian writes its OCSF events, if it does. */
  readonly ocsfFile?: string;
}

export async function ourGuardian(options: OurOptions): Promise<OurGuardian> {
  const { access, databaseUrl, patient } = options;
  const prisma = prismaClient(databaseUrl);
  const slow = new SlowSigning();
  await publishBundle(access.pool, conformancePolicy(access.tenantId, false));
  await addApprover(access);
  const main = await hmacAgent(access, "conformance-agent");
  const keys = new Map<SignatureAlgorithm, Identity>();
  for (const algorithm of PUBLIC_KEY_ALGORITHMS) {
    if (!patient && algorithm.startsWith("SLH-DSA")) continue;
    keys.set(algorithm, await publicKeyAgent(access, algorithm, { slow, agentId: main.agentId }));
  }
  const modify = await hmacAgent(access, "conformance-cannot-modify", "can_modify = false");
  const ask = await hmacAgent(access, "conformance-cannot-ask", "can_ask = false, ask_substitute = 'deny'");
  const inside = insideOf(options, prisma);
  return {
    setUp: { main, keys, unable: { modify, ask }, stimuli: OUR_STIMULI, inside },
    close: async () => {
      await slow.close();
      await prisma.$disconnect();
    },
  };
}

async function hmacAgent(access: AdminAccess, agentId: string, settings?: string): Promise<Identity> {
  const made = await registerAgent(access, { agentId });
  if (!made.ok) throw new Error(`the agent of this run could not be registered: ${made.failure.message}`);
  if (settings !== undefined) {
    await access.pool.query(`UPDATE agent SET ${settings} WHERE tenant_id = $1 AND agent_id = $2`, [
      access.tenantId,
      agentId,
    ]);
  }
  return hmacIdentity({ agentId, keyId: made.value.keyId }, new Uint8Array(Buffer.from(made.value.secret, "base64")));
}

async function publicKeyAgent(
  access: AdminAccess,
  algorithm: PublicKeyAlgorithm,
  { slow, agentId }: { readonly slow: SlowSigning; readonly agentId: string },
): Promise<Identity> {
  const pair = await generatePair(algorithm, slow);
  const added = await addPublicKeyTo(access, { agentId, algorithm, ...publicTexts(algorithm, pair) });
  if (!added.ok) throw new Error(`the ${algorithm} key of this run could not be registered: ${added.failure.message}`);
  await access.keyring.refresh();
  const signer = { algorithm, sign: signerOf(algorithm, pair.privateKey, slow).sign };
  return publicKeyIdentity({ agentId, keyId: added.value.keyId }, signer, publishedBy(access));
}

/** As a person would paste them. */
function publicTexts(algorithm: PublicKeyAlgorithm, { publicKey }: KeyPair) {
  const halves = isHybrid(algorithm) && HYBRID_PARTS[algorithm] ? splitParts(publicKey) : null;
  if (halves === null) return { publicKey: toBase64(publicKey) };
  return { publicKey: toBase64(halves.pqc), classicalKey: toBase64(halves.classical) };
}

const publishedBy = ({ keyring }: AdminAccess): ReadonlyMap<string, VerifyingKey> =>
  new Map(
    keyring.published().map(({ key_id, algorithm, public_key }) => {
      const publicKey = new Uint8Array(Buffer.from(public_key, "base64"));
      return [key_id, { algorithm: algorithm as PublicKeyAlgorithm, publicKey }];
    }),
  );

function insideOf({ access, ocsfFile }: OurOptions, prisma: ReturnType<typeof prismaClient>): Inside {
  const { tenantId, pool, keyring } = access;
  const keyOf = async (sessionId: string): Promise<string> => {
    const sql = "SELECT key FROM session WHERE tenant_id = $1 AND session_id_lower = lower($2)";
    const { rows } = await pool.query<{ key: string }>(sql, [tenantId, sessionId]);
    if (!rows[0]) throw new Error("the session is not stored");
    return rows[0].key;
  };
  return {
    evidence: async (sessionId) => {
      const stored = await storedEvidence(prisma, { tenantId, key: await keyOf(sessionId), exact: true });
      if (stored === null) throw new Error("the session has no evidence");
      return objectIn(evidencePack(keyring, stored, Date.now()));
    },
    agbom: async (sessionId, format) => {
      const source = await exportSource(prisma, { tenantId, key: await keyOf(sessionId) });
      if (source === null || !isAgbomFormat(format)) return "";
      return agbomFile(source, format).text;
    },
    ocsf: async () => {
      if (ocsfFile === undefined) return null;
      const text = existsSync(ocsfFile) ? readFileSync(ocsfFile, "utf8") : "";
      // the last line may be under way
      return text.split("\n").slice(0, -1).map(objectIn);
    },
    requireProvenance: (on) => publishBundle(pool, conformancePolicy(tenantId, on)),
  };
}

function objectIn(text: string): JsonObject {
  const read = readJsonText(text);
  if (!read.ok || !isJsonObject(read.value)) throw new Error("not a JSON object");
  return read.value;
}
