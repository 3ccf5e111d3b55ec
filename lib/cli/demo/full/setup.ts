/** What the full demo needs before it starts: an agent with an ML-DSA-65 key of its own, and policies in force for a while. */
import path from "node:path";
import { z } from "zod";
import { toBase64 } from "../../../core/encoding";
import { DEFAULT_BUNDLE } from "../../../core/policy/default-bundle";
import { err, ok, type Result } from "../../../core/result";
import { ML_DSA } from "../../../core/signing/ml-dsa";
import { createBanAsGuardian } from "../../../guardian/commands/bans";
import { environment } from "../../../server/env";
import { publishBundle } from "../../../storage/bundles";
import type { AdminAccess } from "../../admin-access";
import { registerAgent } from "../../agent-registration";
import { readPrivate, writePrivate } from "../../private-file";
import { addPublicKeyTo } from "../../public-key-registration";
import { isActiveKey } from "../setup";
import { BANNED_SERVER } from "./components";
import { FULL_AGENT, FULL_BUNDLE, storedForm } from "./policies";

export const ALGORITHM = "ML-DSA-65";

/** The private key never leaves the agent's own file. */
export const fullCredentialsSchema = z.object({ agentId: z.string(), keyId: z.string(), privateKey: z.base64() });
export type FullCredentials = z.infer<typeof fullCredentialsSchema>;

export const fullCredentialsFile = (): string => path.join(environment().dataDir, "demo-full-agent.json");

/** The stored key when the database still knows it as active; otherwise a new one, registered as any agent's would be. */
export async function ensureFullAgent(access: AdminAccess): Promise<Result<FullCredentials, string>> {
  const stored = readPrivate(fullCredentialsFile(), fullCredentialsSchema);
  if (stored !== null && (await isActiveKey(access, stored))) return ok(stored);
  const made = await registerAgent(access, { agentId: FULL_AGENT, name: "Order desk (full demo)" });
  if (!made.ok) return err(made.failure.message);
  const pair = ML_DSA[ALGORITHM].keygen();
  const publicKey = toBase64(pair.publicKey);
  const added = await addPublicKeyTo(access, { agentId: FULL_AGENT, algorithm: ALGORITHM, publicKey });
  if (!added.ok) return err(added.failure.message);
  const credentials = { agentId: FULL_AGENT, keyId: added.value.keyId, privateKey: toBase64(pair.secretKey) };
  writePrivate(fullCredentialsFile(), credentials);
  return ok(credentials);
}

const NOT_OURS =
  "Policies of your own are in force. The full demo brings policies and does not replace what somebody wrote: " +
  "run it against a Guardian of its own (DATA_DIR=/tmp/guardian-demo npm start).";

/** Puts the demo's policies in force; resolves to what puts the default ones back. */
export async function publishForAWhile({ pool, tenantId }: AdminAccess): Promise<Result<() => Promise<void>, string>> {
  const [usual, full] = [storedForm(DEFAULT_BUNDLE), storedForm(FULL_BUNDLE)];
  const current = await pool.query<{ bundle_digest: string | null }>("SELECT bundle_digest FROM tenant WHERE id = $1", [
    tenantId,
  ]);
  const digest = current.rows[0]?.bundle_digest;
  if (digest !== usual.digest && digest !== full.digest) return err(NOT_OURS);
  await publishBundle(pool, { tenantId, ...full, publishedBy: null });
  return ok(() => publishBundle(pool, { tenantId, ...usual, publishedBy: null }));
}

const BAN_HOURS = 24;

/** By the same command as in the console; the ban ends by itself. */
export async function banServer(access: AdminAccess): Promise<Result<string, string>> {
  const expiresAt = Date.now() + BAN_HOURS * 3_600_000;
  const made = await createBanAsGuardian(access.deps, access.tenantId, { ...BANNED_SERVER, expiresAt });
  return made.ok ? ok(made.value.id) : err(made.failure.message);
}
