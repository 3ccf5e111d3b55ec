/** The way in without an account: the set-up link of an empty console, and invitations. */
import type { CommandFailure } from "../../core/admin/failure";
import { parseEmail, parseName, parsePassword } from "../../core/admin/person-input";
import { err, ok, type Result } from "../../core/result";
import type { CommandDeps } from "./actor";
import { hashToken, makeToken } from "./tokens";

/** A set-up link lasts until somebody exists; the date is only a bound. */
const SETUP_S = 365 * 24 * 3600;

const DEAD_LINK: CommandFailure = {
  kind: "not_found",
  message: "This link is not valid: it was used, replaced by a newer one, or its time is over.",
};

/** A new set-up token while nobody exists (older ones stop working), else null. */
export async function makeSetupToken(
  deps: Pick<CommandDeps, "admin" | "crypto" | "random">,
  tenantId: string,
): Promise<string | null> {
  const result = await deps.admin.asGuardian(tenantId, async (tx) => {
    await tx.serializePeople();
    if (await tx.anybodyExists()) return ok(null);
    await tx.withdrawInvites("setup");
    const { token, hash } = makeToken(deps);
    await tx.insertInvite({ tokenHash: hash, kind: "setup", personId: null, lifetimeS: SETUP_S });
    return ok(token);
  });
  return result.ok ? result.value : null;
}

export interface FirstPerson {
  readonly token: string;
  readonly email: unknown;
  readonly name: unknown;
  readonly password: unknown;
}

/** The first person gets every role. `hashPassword` is called once everything else is known to be right. */
export async function setUp(
  deps: CommandDeps,
  tenantId: string,
  input: FirstPerson & { readonly hashPassword: (password: string) => Promise<string> },
): Promise<Result<{ readonly personId: string }, CommandFailure>> {
  const [email, name, password] = [parseEmail(input.email), parseName(input.name), parsePassword(input.password)];
  if (!name.ok) return name;
  if (!email.ok) return email;
  if (!password.ok) return password;
  const passwordHash = await input.hashPassword(password.value);
  return deps.admin.asGuardian(tenantId, async (tx) => {
    await tx.serializePeople();
    if (await tx.anybodyExists()) return err(DEAD_LINK);
    if (!(await tx.takeInvite(hashToken(deps, input.token), "setup"))) return err(DEAD_LINK);
    const id = deps.ids.uuid();
    const roles = ["approver", "analyst", "admin"];
    const person = {
      id,
      email: email.value,
      name: name.value,
      kind: "person",
      state: "active",
      roles,
      groups: [],
    } as const;
    await tx.insertPerson({ ...person, passwordHash });
    await tx.audit({
      actorKind: "person",
      actorId: id,
      action: "person.set_up",
      subject: `person:${id}`,
      detail: { roles },
    });
    await tx.event({ topic: "people" });
    return ok({ personId: id });
  });
}

/** The invited person chooses a password and may correct the name; address, roles and groups are the admin's. */
export async function acceptInvitation(
  deps: CommandDeps,
  tenantId: string,
  input: Omit<FirstPerson, "email"> & { readonly hashPassword: (password: string) => Promise<string> },
): Promise<Result<{ readonly personId: string; readonly email: string }, CommandFailure>> {
  const [name, password] = [parseName(input.name), parsePassword(input.password)];
  if (!name.ok) return name;
  if (!password.ok) return password;
  const passwordHash = await input.hashPassword(password.value);
  return deps.admin.asGuardian(tenantId, async (tx) => {
    const invite = await tx.takeInvite(hashToken(deps, input.token), "invite");
    const person = invite?.personId ? await tx.lockPerson(invite.personId) : null;
    if (person?.state !== "invited") return err(DEAD_LINK);
    await tx.updatePerson(person.id, { name: name.value, state: "active", passwordHash });
    const subject = `person:${person.id}`;
    await tx.audit({ actorKind: "person", actorId: person.id, action: "person.accepted", subject });
    await tx.event({ topic: "people" });
    return ok({ personId: person.id, email: person.email });
  });
}
