/** Random identifiers: UUID version 7 (RFC 9562 §5.7), so that keys sort by time of making, and nonces. */
import { randomBytes } from "node:crypto";
import type { Ids } from "../guardian/ports";

export const randomIds: Ids = {
  uuid: () => uuidv7(Date.now()),
  nonce: () => randomBytes(32).toString("base64url"),
};

function uuidv7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8(((bytes[6] ?? 0) & 0x0f) | 0x70, 6);
  bytes.writeUInt8(((bytes[8] ?? 0) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
