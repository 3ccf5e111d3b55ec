/** Keys of agents: made with a secret that is shown once, rotated with an overlap, retired, revoked. */
import type { CommandFailure } from "../../core/admin/failure";
import { toBase64, toHex } from "../../core/encoding";
import { err, ok, type Result } from "../../core/result";
import type { Actor, CommandDeps } from "./actor";
import type { AdminTx, StoredKey } from "./admin-store";
import { closeSessions } from "./close-sessions";
import { withAgent } from "./with-agent";

export interface NewKey {
  readonly keyId: string;
  /** 32 bytes in base64, as the host client takes it. Kept nowhere in this form. */
  readonly secret: string;
}

const SECRET_BYTES = 32;

const NO_HMAC: CommandFailure = {
  kind: "invalid",
  field: "algorithm",
  message: "This agent may not use HMAC-SHA256. Allow it in its settings.",
};

/** Longest overlap: a week, in seconds. */
export const MAX_OVERLAP_S = 604_800;

export const newKeyId = (deps: CommandDeps): string => `key_${toHex(deps.random(8))}`;

/** Makes an HMAC key inside the caller's transaction, under an id of ours. */
export async function issueKey(deps: CommandDeps, tx: AdminTx, agentKey: string): Promise<NewKey> {
  const made = await issueKeyAs(deps, tx, { agentKey, keyId: newKeyId(deps) });
  if (made === null) throw new Error("a key id was drawn twice");
  return made;
}

/** The same under an id that the client's software gives: some adapters always sign as `default`. Null when it is taken. */
export async function issueKeyAs(
  deps: CommandDeps,
  tx: AdminTx,
  { agentKey, keyId }: { readonly agentKey: string; readonly keyId: string },
): Promise<NewKey | null> {
  const secret = deps.random(SECRET_BYTES);
  const algorithm = "HMAC-SHA256" as const;
  const row = { keyId, agentKey, algorithm, secretSealed: deps.keyring.seal(secret), publicKey: null };
  if (!(await tx.insertKey(row))) return null;
  await tx.audit({
    action: "agent_key.created",
    subject: `agent_key:${keyId}`,
    detail: { agent: agentKey, algorithm },
  });
  return { keyId, secret: toBase64(secret) };
}

/** Another active HMAC key beside the present ones. */
export function createAgentKey(
  deps: CommandDeps,
  actor: Actor,
  agentKey: string,
): Promise<Result<NewKey, CommandFailure>> {
  return withAgent(deps, actor, agentKey, async (tx, agent) => {
    if (agent.disabled) return err({ kind: "conflict", message: "This agent is disabled. Enable it first." });
    if (!agent.allowedAlgorithms.includes("HMAC-SHA256")) return err(NO_HMAC);
    return ok(await issueKey(deps, tx, agentKey));
  });
}

/** A new secret, and the old one retired: it opens no session from now on, its open sessions go on until the overlap ends. */
export function rotateAgentKey(
  deps: CommandDeps,
  actor: Actor,
  input: { readonly keyId: string; readonly overlapS: number },
): Promise<Result<NewKey, CommandFailure>> {
  return withKey(deps, actor, input.keyId, async (tx, key) => {
    if (key.algorithm !== "HMAC-SHA256") {
      return err({ kind: "invalid", field: "publicKey", message: "Give the public key that follows this one." });
    }
    const agent = await tx.lockAgent(key.agentKey);
    if (!agent?.allowedAlgorithms.includes("HMAC-SHA256")) return err(NO_HMAC);
    const retired = await retire(deps, tx, key, input.overlapS);
    if (!retired.ok) return retired;
    return ok(await issueKey(deps, tx, key.agentKey));
  });
}

/** No new sessions; old ones until the overlap ends. */
export function retireAgentKey(
  deps: CommandDeps,
  actor: Actor,
  input: { readonly keyId: string; readonly overlapS: number },
): Promise<Result<void, CommandFailure>> {
  return withKey(deps, actor, input.keyId, (tx, key) => retire(deps, tx, key, input.overlapS));
}

/** The key ends now: its sessions close and everything open or unused in them is cancelled, in this one transaction. */
export function revokeAgentKey(
  deps: CommandDeps,
  actor: Actor,
  keyId: string,
): Promise<Result<{ readonly closed: number; readonly cancelled: number }, CommandFailure>> {
  return withKey(deps, actor, keyId, async (tx, key) => {
    if (key.state === "revoked") return err({ kind: "conflict", message: "This key is revoked already." });
    await tx.endKey(keyId, { state: "revoked" });
    const ended = await closeSessions(deps, tx, { of: { keyId }, reason: "key_revoked" });
    await tx.audit({
      action: "agent_key.revoked",
      subject: `agent_key:${keyId}`,
      detail: { agent: key.agentKey, ...ended },
    });
    return ok(ended);
  });
}

/** Inside the caller's transaction. */
export async function retire(
  deps: CommandDeps,
  tx: AdminTx,
  key: StoredKey,
  overlapS: number,
): Promise<Result<void, CommandFailure>> {
  if (key.state !== "active") return err({ kind: "conflict", message: `This key is ${key.state} already.` });
  if (!Number.isInteger(overlapS) || overlapS < 0 || overlapS > MAX_OVERLAP_S) {
    return err({ kind: "invalid", field: "overlapS", message: "Give an overlap from 0 seconds to 7 days." });
  }
  const overlapUntil = deps.clock.now() + overlapS * 1000;
  await tx.endKey(key.keyId, { state: "retired", overlapUntil });
  const until = new Date(overlapUntil).toISOString();
  const detail = { agent: key.agentKey, overlap_until: until };
  await tx.audit({ action: "agent_key.retired", subject: `agent_key:${key.keyId}`, detail });
  return ok(undefined);
}

/** Runs `work` with the locked key in one transaction of an admin. */
export function withKey<T>(
  deps: CommandDeps,
  actor: Actor,
  keyId: string,
  work: (tx: AdminTx, key: StoredKey) => Promise<Result<T, CommandFailure>>,
): Promise<Result<T, CommandFailure>> {
  return deps.admin.change(actor, "agents.manage", async (tx) => {
    const key = await tx.lockKey(keyId);
    if (!key) return err({ kind: "not_found", message: "There is no such key." });
    const result = await work(tx, key);
    if (result.ok) await tx.event({ topic: "agents", ref: key.agentKey });
    return result;
  });
}
