/** Inviting people, changing what they may do, shutting them out. Everything takes effect with the commit. */
import type { CommandFailure } from "../../core/admin/failure";
import { parseEmail, parseGroups, parseName, parseRoles } from "../../core/admin/person-input";
import { err, ok, type Result } from "../../core/result";
import type { Actor, CommandDeps } from "./actor";
import type { AdminTx, PersonChange, StoredPerson } from "./admin-store";
import { makeToken } from "./tokens";

/** Invitations end after 72 hours. */
export const INVITATION_S = 72 * 3600;

export interface Invited {
  readonly personId: string;
  /** The one-time token of the link. Shown once to the admin; only its hash is kept. */
  readonly token: string;
}

export async function invitePerson(
  deps: CommandDeps,
  actor: Actor,
  input: { readonly email: unknown; readonly name: unknown; readonly roles: unknown; readonly groups: unknown },
): Promise<Result<Invited, CommandFailure>> {
  const [email, name, access] = [parseEmail(input.email), parseName(input.name), parseAccess(input)];
  if (!email.ok) return email;
  if (!name.ok) return name;
  if (!access.ok) return access;
  return changePeople(deps, actor, async (tx) => {
    const id = deps.ids.uuid();
    const person = {
      id,
      email: email.value,
      name: name.value,
      kind: "person",
      state: "invited",
      ...access.value,
    } as const;
    if (!(await tx.insertPerson(person))) {
      return err({ kind: "conflict", field: "email", message: "There is an account with this address already." });
    }
    await tx.audit({
      action: "person.invited",
      subject: `person:${id}`,
      detail: { email: email.value, ...access.value },
    });
    return ok({ personId: id, token: await invite(deps, tx, id) });
  });
}

/** A new link for somebody who has not accepted; the old one is void. */
export function renewInvitation(
  deps: CommandDeps,
  actor: Actor,
  personId: string,
): Promise<Result<Invited, CommandFailure>> {
  return changePerson(deps, actor, personId, async (tx, person) => {
    if (person.state !== "invited") return err({ kind: "conflict", message: "This person has accepted already." });
    await tx.withdrawInvites({ personId });
    await tx.audit({ action: "person.invited_again", subject: `person:${personId}` });
    return ok({ personId, token: await invite(deps, tx, personId) });
  });
}

/** Roles and groups. `revision` is the one that the form was drawn from. */
export async function changeAccess(
  deps: CommandDeps,
  actor: Actor,
  input: { readonly personId: string; readonly revision: number; readonly roles: unknown; readonly groups: unknown },
): Promise<Result<void, CommandFailure>> {
  const access = parseAccess(input);
  if (!access.ok) return access;
  return changePerson(deps, actor, input.personId, async (tx, person) => {
    if (person.revision !== input.revision) {
      return err({ kind: "conflict", message: "Somebody changed this person in the meantime. Load the page again." });
    }
    if (person.kind === "service" && access.value.roles.includes("admin")) return err(NO_ADMIN_SERVICE);
    const isLosingAdmin = person.roles.includes("admin") && !access.value.roles.includes("admin");
    const lastAdmin = isLosingAdmin ? await lastAdminFailure(tx, person.id) : null;
    if (lastAdmin) return err(lastAdmin);
    await tx.updatePerson(person.id, access.value);
    const before = { roles: person.roles, groups: person.groups };
    await tx.audit({
      action: "person.changed",
      subject: `person:${person.id}`,
      detail: { before, after: access.value },
    });
    return ok(undefined);
  });
}

/** Ends the account's sign-ins and tokens at once. Votes already counted stay on record. */
export function disablePerson(
  deps: CommandDeps,
  actor: Actor,
  personId: string,
): Promise<Result<void, CommandFailure>> {
  return changePerson(deps, actor, personId, async (tx, person) => {
    if (person.state === "disabled") return err({ kind: "conflict", message: "This account is disabled already." });
    const lastAdmin = person.roles.includes("admin") ? await lastAdminFailure(tx, person.id) : null;
    if (lastAdmin) return err(lastAdmin);
    await tx.updatePerson(personId, { state: "disabled" });
    await tx.withdrawInvites({ personId });
    const ended = await tx.endSignIns(personId);
    await tx.audit({ action: "person.disabled", subject: `person:${personId}`, detail: { sign_ins_ended: ended } });
    return ok(undefined);
  });
}

/** Somebody without a password has to be invited again instead. */
export function enablePerson(deps: CommandDeps, actor: Actor, personId: string): Promise<Result<void, CommandFailure>> {
  return changePerson(deps, actor, personId, async (tx, person) => {
    if (person.state !== "disabled") return err({ kind: "conflict", message: "This account is not disabled." });
    if (person.kind === "person" && person.passwordHash === null) {
      return err({ kind: "conflict", message: "This person never accepted the invitation. Send a new one." });
    }
    await tx.updatePerson(personId, { state: "active" });
    await tx.audit({ action: "person.enabled", subject: `person:${personId}` });
    return ok(undefined);
  });
}

export function changePeople<T>(
  deps: CommandDeps,
  actor: Actor,
  work: (tx: AdminTx) => Promise<Result<T, CommandFailure>>,
): Promise<Result<T, CommandFailure>> {
  return deps.admin.change(actor, "people.manage", async (tx) => {
    const result = await work(tx);
    if (result.ok) await tx.event({ topic: "people" });
    return result;
  });
}

export function changePerson<T>(
  deps: CommandDeps,
  actor: Actor,
  personId: string,
  work: (tx: AdminTx, person: StoredPerson) => Promise<Result<T, CommandFailure>>,
): Promise<Result<T, CommandFailure>> {
  return changePeople(deps, actor, async (tx) => {
    const person = await tx.lockPerson(personId);
    return person ? work(tx, person) : err({ kind: "not_found", message: "There is no such account." });
  });
}

export function parseAccess(input: {
  readonly roles: unknown;
  readonly groups: unknown;
}): Result<Required<Pick<PersonChange, "roles" | "groups">>, CommandFailure> {
  const roles = parseRoles(input.roles);
  if (!roles.ok) return roles;
  const groups = parseGroups(input.groups);
  return groups.ok ? ok({ roles: roles.value, groups: groups.value }) : groups;
}

export const NO_ADMIN_SERVICE: CommandFailure = {
  kind: "invalid",
  field: "roles",
  message: "A service account cannot be an admin.",
};

async function invite(deps: CommandDeps, tx: AdminTx, personId: string): Promise<string> {
  const { token, hash } = makeToken(deps);
  await tx.insertInvite({ tokenHash: hash, kind: "invite", personId, lifetimeS: INVITATION_S });
  return token;
}

async function lastAdminFailure(tx: AdminTx, personId: string): Promise<CommandFailure | null> {
  const others = (await tx.activeAdmins()).filter((id) => id !== personId);
  return others.length > 0
    ? null
    : { kind: "conflict", message: "This is the last active admin. Make another one first." };
}
