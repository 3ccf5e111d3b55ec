/** What the page of an agent can do with its keys; the server actions behind it. */
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { Result } from "@/lib/core/result";
import type { PublicKeyTexts } from "./public-key-fields";
import type { NewKeyFacts } from "./secret-dialog";

type RegisteredKey = Promise<Result<{ keyId: string; algorithm: string; fingerprint: string }, CommandFailure>>;

export interface KeyActions {
  readonly create: (agentKey: string) => Promise<Result<NewKeyFacts, CommandFailure>>;
  readonly register: (input: PublicKeyTexts & { agentKey: string; algorithm: string }) => RegisteredKey;
  readonly rotatePublic: (input: PublicKeyTexts & { keyId: string; overlapS: number }) => RegisteredKey;
  readonly rotate: (input: { keyId: string; overlapS: number }) => Promise<Result<NewKeyFacts, CommandFailure>>;
  readonly retire: (input: { keyId: string; overlapS: number }) => Promise<Result<void, CommandFailure>>;
  readonly revoke: (keyId: string) => Promise<Result<{ closed: number; cancelled: number }, CommandFailure>>;
}
