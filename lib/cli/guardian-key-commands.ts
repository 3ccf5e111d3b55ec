/** The Guardian's own keys from the command line: list, follow one by a new one, export what is published. */
import { isPublicKeyAlgorithm, PUBLIC_KEY_ALGORITHMS } from "../core/signing/algorithms";
import { publishedKeys } from "../server/published-keys";
import type { AdminAccess } from "./admin-access";

/** A week: long enough for every host to fetch the new key before it signs. */
const MAX_START_IN_S = 604_800;

export async function listGuardianKeys({ keyring }: AdminAccess): Promise<number> {
  await keyring.refresh();
  for (const { key_id, algorithm, valid_from, valid_to } of keyring.published()) {
    console.log([key_id, algorithm, valid_from, valid_to ?? "no end"].join("\t"));
  }
  return 0;
}

/** Hosts that were given the keys by hand need the new one before it signs: that is what `startIn` is for. */
export async function rotateGuardianKeys(
  access: AdminAccess,
  { algorithm, startIn = "0" }: { readonly algorithm: string | undefined; readonly startIn?: string },
): Promise<number> {
  const startInS = Number(startIn);
  if (!isPublicKeyAlgorithm(algorithm)) {
    console.error(`Give --algorithm, one of ${PUBLIC_KEY_ALGORITHMS.join(", ")}.`);
    return 2;
  }
  if (!Number.isInteger(startInS) || startInS < 0 || startInS > MAX_START_IN_S) {
    console.error("Give --start-in in seconds, from 0 to 604800 (7 days).");
    return 2;
  }
  const made = await access.keyring.rotate(algorithm, startInS);
  await access.deps.admin.asGuardian(access.tenantId, async (tx) => {
    const detail = { algorithm, valid_from: made.valid_from, via: "command line" };
    await tx.audit({ action: "guardian_key.rotated", subject: `guardian_key:${made.key_id}`, detail });
    return { ok: true, value: undefined };
  });
  console.log(`${made.key_id} signs ${algorithm} from ${made.valid_from} on. Those before it stay published.`);
  return 0;
}

/** The very document that is published, for hosts and verifiers that are given it by hand. */
export async function exportGuardianKeys({ keyring }: AdminAccess): Promise<number> {
  console.log(JSON.stringify(await publishedKeys(keyring), null, 2));
  return 0;
}
