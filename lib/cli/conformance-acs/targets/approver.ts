/** Somebody who could decide: without an approver a Guardian of ours asks nobody and denies. */
import { ok } from "../../../core/result";
import { makeToken } from "../../../guardian/commands/tokens";
import type { AdminAccess } from "../../admin-access";

export async function addApprover(access: AdminAccess): Promise<void> {
  const made = await access.deps.admin.asGuardian(access.tenantId, async (tx) => {
    const id = access.deps.ids.uuid();
    const { token: _never, hash } = makeToken(access.deps);
    await tx.insertPerson({
      id,
      email: `service:${id}`,
      name: "Conformance approver (service)",
      kind: "service",
      roles: ["approver"],
      groups: [],
      state: "active",
      tokenHash: hash,
    });
    await tx.audit({ action: "service.created", subject: `person:${id}`, detail: { via: "conformance run" } });
    return ok(undefined);
  });
  if (!made.ok) throw new Error("the approver of this run could not be made");
}
