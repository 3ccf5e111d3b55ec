/** What stands at `/.well-known/guardian-keys.json`: the Guardian's public keys with their validity, and how they are written. */
import { ENCODINGS } from "../core/signing/registry";
import type { GuardianPublicKey, KeyRing } from "../guardian/ports";

export interface PublishedKeys {
  readonly keys: readonly GuardianPublicKey[];
  readonly encodings: typeof ENCODINGS;
}

/** Keys that another process made meanwhile included, as long as the database answers. */
export async function publishedKeys(keyring: Pick<KeyRing, "published" | "refresh">): Promise<PublishedKeys> {
  await keyring.refresh().catch(() => undefined);
  return { keys: keyring.published(), encodings: ENCODINGS };
}
