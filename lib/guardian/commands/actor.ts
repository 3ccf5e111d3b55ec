/** Who makes a change, and what a change needs from the world. */
import type { Crypto } from "../../core/crypto";
import type { Clock, Ids, KeyRing } from "../ports";
import type { AdminStore } from "./admin-store";

export type { Actor } from "./admin-store";

export interface CommandDeps {
  readonly admin: AdminStore;
  readonly keyring: Pick<KeyRing, "seal" | "prepare">;
  readonly crypto: Crypto;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Unpredictable bytes. */
  readonly random: (length: number) => Uint8Array;
}
