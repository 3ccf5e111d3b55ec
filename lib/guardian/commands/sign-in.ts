/** Opening and ending a person's sign-in: a row that every guarded request is checked against. */
import type { CommandFailure } from "../../core/admin/failure";
import { err, ok, type Result } from "../../core/result";
import type { CommandDeps } from "./actor";

/** Sign-ins end after 12 hours, used or not. */
export const SIGN_IN_S = 12 * 3600;

export interface Proven {
  readonly personId: string;
  readonly tenantId: string;
  /** The hash that the password was checked against: it must still be the account's. */
  readonly passwordHash: string;
  readonly userAgent: string | null;
}

type Deps = Pick<CommandDeps, "admin" | "ids">;

const REFUSED: CommandFailure = { kind: "signed_out", message: "The account changed in the meantime. Try again." };

/** Returns the sign-in id. The account must still be active with the same password. */
export function openSignIn(deps: Deps, proven: Proven): Promise<Result<string, CommandFailure>> {
  return deps.admin.asGuardian(proven.tenantId, async (tx) => {
    const person = await tx.lockPerson(proven.personId);
    if (person?.state !== "active" || person.passwordHash !== proven.passwordHash) return err(REFUSED);
    const id = deps.ids.uuid();
    await tx.insertSignIn({ id, personId: person.id, lifetimeS: SIGN_IN_S, userAgent: proven.userAgent });
    const who = { actorKind: "person", actorId: person.id } as const;
    await tx.audit({ ...who, action: "sign_in.opened", subject: `sign_in:${id}` });
    return ok(id);
  });
}

/** Ends it; false when it was over already. */
export async function closeSignIn(
  deps: Deps,
  signIn: { readonly tenantId: string; readonly personId: string; readonly signInId: string },
): Promise<boolean> {
  const result = await deps.admin.asGuardian(signIn.tenantId, async (tx) => {
    const { personId, signInId } = signIn;
    if (!(await tx.endSignIn(personId, signInId))) return ok(false);
    const who = { actorKind: "person", actorId: personId } as const;
    await tx.audit({ ...who, action: "sign_in.ended", subject: `sign_in:${signInId}` });
    await tx.event({ topic: "people" });
    return ok(true);
  });
  return result.ok && result.value;
}

/** A wrong password for an account that exists, or one try too many. */
export async function recordRefusedSignIn(
  deps: Deps,
  refused: { readonly tenantId: string; readonly personId: string; readonly why: "password" | "limited" | "state" },
): Promise<void> {
  await deps.admin.asGuardian(refused.tenantId, async (tx) => {
    await tx.audit({ action: "sign_in.refused", subject: `person:${refused.personId}`, detail: { why: refused.why } });
    return ok(undefined);
  });
}
