/** What people change about themselves. */
import type { CommandFailure } from "../../core/admin/failure";
import { parseName, parsePassword } from "../../core/admin/person-input";
import { err, ok, type Result } from "../../core/result";
import type { Actor, CommandDeps } from "./actor";

export async function changeOwnName(
  deps: CommandDeps,
  actor: Actor,
  value: unknown,
): Promise<Result<void, CommandFailure>> {
  const name = parseName(value);
  if (!name.ok) return name;
  return deps.admin.change(actor, "account.manage", async (tx) => {
    await tx.updatePerson(actor.id, { name: name.value });
    await tx.audit({ action: "person.renamed", subject: `person:${actor.id}`, detail: { name: name.value } });
    await tx.event({ topic: "people" });
    return ok(undefined);
  });
}

interface PasswordTools {
  readonly isRight: (password: string, hash: string | null) => Promise<boolean>;
  readonly hash: (password: string) => Promise<string>;
}

/** Asks for the present password, and ends every other sign-in of the account. */
export async function changeOwnPassword(
  deps: CommandDeps,
  actor: Actor,
  input: {
    readonly current: unknown;
    readonly next: unknown;
    readonly tools: PasswordTools;
    readonly storedHash: string | null;
  },
): Promise<Result<{ readonly ended: number }, CommandFailure>> {
  const next = parsePassword(input.next);
  if (!next.ok) return err({ ...next.failure, field: "next" });
  const current = typeof input.current === "string" ? input.current : "";
  if (!(await input.tools.isRight(current, input.storedHash))) {
    return err({ kind: "invalid", field: "current", message: "This is not your present password." });
  }
  const passwordHash = await input.tools.hash(next.value);
  return deps.admin.change(actor, "account.manage", async (tx) => {
    const person = await tx.lockPerson(actor.id);
    if (person?.passwordHash !== input.storedHash) {
      return err({ kind: "conflict", message: "The password was changed in the meantime. Load the page again." });
    }
    await tx.updatePerson(actor.id, { passwordHash });
    const ended = await tx.endSignIns(actor.id, actor.signInId);
    await tx.audit({
      action: "person.password_changed",
      subject: `person:${actor.id}`,
      detail: { sign_ins_ended: ended },
    });
    return ok({ ended });
  });
}

/** Signs out one of one's own other places. */
export function endOwnSignIn(deps: CommandDeps, actor: Actor, signInId: string): Promise<Result<void, CommandFailure>> {
  return deps.admin.change(actor, "account.manage", async (tx) => {
    if (!(await tx.endSignIn(actor.id, signInId)))
      return err({ kind: "not_found", message: "That sign-in is over already." });
    await tx.audit({ action: "sign_in.ended", subject: `sign_in:${signInId}` });
    return ok(undefined);
  });
}
