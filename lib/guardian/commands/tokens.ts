/** One-time and bearer tokens: 32 random bytes; only their SHA-256 is kept. */
import { toBase64Url, toHex } from "../../core/encoding";
import { utf8 } from "../../core/json/canonical";
import type { CommandDeps } from "./actor";

export function makeToken(deps: Pick<CommandDeps, "random" | "crypto">): { token: string; hash: string } {
  const token = toBase64Url(deps.random(32));
  return { token, hash: hashToken(deps, token) };
}

/** SHA-256 hex over the token's text. */
export const hashToken = (deps: Pick<CommandDeps, "crypto">, token: string): string =>
  toHex(deps.crypto.sha256(utf8(token)));
