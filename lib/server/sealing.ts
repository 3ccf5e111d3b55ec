/** Sealing of secrets at rest: AES-256-GCM under the master key. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

export class KeyRingError extends Error {}

/** `v1.` + base64url(iv 12 | tag 16 | ciphertext) */
export function seal(master: Buffer, plain: Uint8Array): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", master, iv);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

export function unseal(master: Buffer, sealed: string): Uint8Array {
  const bytes = Buffer.from(sealed.slice(3), "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", master, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]));
  } catch {
    throw new KeyRingError("a stored secret does not open under this master key; was the key file of this data kept?");
  }
}
