/** Service accounts: programs that decide or read under their own name, and are shown as services everywhere. */
import type { CommandFailure } from "../../core/admin/failure";
import { parseName } from "../../core/admin/person-input";
import { err, ok, type Result } from "../../core/result";
import type { Actor, CommandDeps } from "./actor";
import { changePeople, changePerson, NO_ADMIN_SERVICE, parseAccess } from "./people";
import { makeToken } from "./tokens";

export interface IssuedToken {
  readonly personId: string;
  /** Shown once; sent as `Authorization: Bearer …`. */
  readonly token: string;
}

export async function createServiceAccount(
  deps: CommandDeps,
  actor: Actor,
  input: { readonly name: unknown; readonly roles: unknown; readonly groups: unknown },
): Promise<Result<IssuedToken, CommandFailure>> {
  const [name, access] = [parseName(input.name), parseAccess(input)];
  if (!name.ok) return name;
  if (!access.ok) return access;
  if (access.value.roles.includes("admin")) return err(NO_ADMIN_SERVICE);
  return changePeople(deps, actor, async (tx) => {
    const id = deps.ids.uuid();
    const { token, hash } = makeToken(deps);
    const rest = { kind: "service", state: "active", tokenHash: hash, ...access.value } as const;
    // The address is never used to sign in; it only has to be one of a kind.
    await tx.insertPerson({ id, email: `service:${id}`, name: name.value, ...rest });
    await tx.audit({
      action: "service.created",
      subject: `person:${id}`,
      detail: { name: name.value, ...access.value },
    });
    return ok({ personId: id, token });
  });
}

/** The old token stops at once. */
export function replaceServiceToken(
  deps: CommandDeps,
  actor: Actor,
  personId: string,
): Promise<Result<IssuedToken, CommandFailure>> {
  return changePerson(deps, actor, personId, async (tx, person) => {
    if (person.kind !== "service") return err({ kind: "conflict", message: "Only service accounts have tokens." });
    const { token, hash } = makeToken(deps);
    await tx.updatePerson(personId, { tokenHash: hash });
    await tx.audit({ action: "service.token_replaced", subject: `person:${personId}` });
    return ok({ personId, token });
  });
}
