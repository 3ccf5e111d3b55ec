/** Public keys of agents: registered for an algorithm that the agent may use, rotated with an overlap. */
import type { CommandFailure } from "../../core/admin/failure";
import { toBase64 } from "../../core/encoding";
import { err, ok, type Result } from "../../core/result";
import { isPublicKeyAlgorithm, type PublicKeyAlgorithm, type SignatureAlgorithm } from "../../core/signing/algorithms";
import { fingerprintOf, readPastedKey } from "../../core/signing/pasted-key";
import type { VerifyingKey } from "../../core/signing/registry";
import type { Actor, CommandDeps } from "./actor";
import type { AdminTx, StoredAgent } from "./admin-store";
import { newKeyId, retire, withKey } from "./agent-keys";
import { withAgent } from "./with-agent";

/** As a form sends it: checked here, all of it. */
export interface PublicKeyInput {
  readonly algorithm: unknown;
  readonly publicKey: unknown;
  /** The classical half, of hybrids. */
  readonly classicalKey?: unknown;
}

export interface RegisteredKey {
  readonly keyId: string;
  readonly algorithm: PublicKeyAlgorithm;
  /** `sha256:` and hex. */
  readonly fingerprint: string;
}

type Registered = Result<RegisteredKey, CommandFailure>;

/** Another active key beside the present ones. The Guardian's own key for the algorithm stands from then on. */
export async function registerPublicKey(
  deps: CommandDeps,
  actor: Actor,
  input: PublicKeyInput & { readonly agentKey: string },
): Promise<Registered> {
  const registered = await withAgent(deps, actor, input.agentKey, async (tx, agent) => {
    if (agent.disabled) return err({ kind: "conflict", message: "This agent is disabled. Enable it first." });
    return addPublicKey(deps, tx, { agent, input });
  });
  if (registered.ok) await deps.keyring.prepare(registered.value.algorithm);
  return registered;
}

/** A new key for the same algorithm, and the old one retired: its open sessions go on until the overlap ends. */
export function rotatePublicKey(
  deps: CommandDeps,
  actor: Actor,
  input: Omit<PublicKeyInput, "algorithm"> & { readonly keyId: string; readonly overlapS: number },
): Promise<Registered> {
  return withKey(deps, actor, input.keyId, async (tx, key) => {
    const agent = await tx.lockAgent(key.agentKey);
    if (!agent) return err({ kind: "not_found", message: "There is no such agent." });
    const retired = await retire(deps, tx, key, input.overlapS);
    if (!retired.ok) return retired;
    return addPublicKey(deps, tx, { agent, input: { ...input, algorithm: key.algorithm } });
  });
}

/** Registers a key inside the caller's transaction. */
export async function addPublicKey(
  deps: CommandDeps,
  tx: AdminTx,
  { agent, input }: { readonly agent: StoredAgent; readonly input: PublicKeyInput },
): Promise<Registered> {
  const read = readInput(input);
  if (!read.ok) return read;
  const { algorithm, publicKey } = read.value;
  const refused = notAllowed(agent, algorithm);
  if (refused) return err(refused);
  const keyId = newKeyId(deps);
  const fingerprint = fingerprintOf(deps.crypto, publicKey);
  const row = { keyId, agentKey: agent.key, algorithm, secretSealed: null, publicKey: toBase64(publicKey) };
  if (!(await tx.insertKey(row))) {
    return err({ kind: "conflict", field: "publicKey", message: "This public key is registered already." });
  }
  const detail = { agent: agent.key, algorithm, fingerprint };
  await tx.audit({ action: "agent_key.created", subject: `agent_key:${keyId}`, detail });
  return ok({ keyId, algorithm, fingerprint });
}

/** What is wrong with a key of that algorithm for that agent, null when nothing is. */
export const notAllowed = (agent: StoredAgent, algorithm: SignatureAlgorithm): CommandFailure | null =>
  agent.allowedAlgorithms.includes(algorithm)
    ? null
    : {
        kind: "invalid",
        field: "algorithm",
        message: `This agent may not use ${algorithm}. Allow it in its settings.`,
      };

function readInput({ algorithm, publicKey, classicalKey }: PublicKeyInput): Result<VerifyingKey, CommandFailure> {
  if (!isPublicKeyAlgorithm(algorithm)) {
    return err({ kind: "invalid", field: "algorithm", message: "Choose an algorithm with a public key." });
  }
  const text = typeof publicKey === "string" ? publicKey : "";
  const classical = typeof classicalKey === "string" ? { classicalKey } : {};
  const read = readPastedKey({ algorithm, publicKey: text, ...classical });
  return read.ok ? read : err({ kind: "invalid", ...read.failure });
}
