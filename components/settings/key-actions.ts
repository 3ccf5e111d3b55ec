/** What the page of an agent can do with its keys; the server actions behind it. */
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { Result } from "@/lib/core/result";
import type { NewKeyFacts } from "./secret-dialog";

export interface KeyActions {
  readonly create: (agentKey: string) => Promise<Result<NewKeyFacts, CommandFailure>>;
  readonly rotate: (input: { keyId: string; overlapS: number }) => Promise<Result<NewKeyFacts, CommandFailure>>;
  readonly retire: (input: { keyId: string; overlapS: number }) => Promise<Result<void, CommandFailure>>;
  readonly revoke: (keyId: string) => Promise<Result<{ closed: number; cancelled: number }, CommandFailure>>;
}
