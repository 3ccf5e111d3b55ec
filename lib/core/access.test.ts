/** Who may do what. */
import { describe, expect, it } from "vitest";
import { can, isRole, PERMISSIONS, permissionsOf, ROLES } from "./access";

describe("the access table", () => {
  it("lets approvers alone decide", () => {
    expect(ROLES.filter((role) => can([role], "approvals.decide"))).toEqual(["approver"]);
  });

  it("lets admins alone manage agents, people and policy", () => {
    for (const permission of ["agents.manage", "people.manage", "policy.manage"] as const) {
      expect(ROLES.filter((role) => can([role], permission))).toEqual(["admin"]);
    }
  });

  it("keeps evidence and the audit trail from those who only decide", () => {
    expect(can(["approver"], "evidence.export")).toBe(false);
    expect(can(["approver"], "audit.read")).toBe(false);
    expect(can(["analyst"], "evidence.export")).toBe(true);
  });

  it("adds roles up", () => {
    expect(permissionsOf([...ROLES])).toEqual(PERMISSIONS);
  });

  it("grants nothing to nobody and nothing to names that are no roles", () => {
    expect(permissionsOf([])).toEqual([]);
    expect(permissionsOf(["root", "Admin", "constructor", "__proto__", ""])).toEqual([]);
    expect(isRole("toString")).toBe(false);
  });

  it("gives every role an account of its own and something to read", () => {
    for (const role of ROLES) {
      expect(can([role], "account.manage")).toBe(true);
      expect(can([role], "approvals.read")).toBe(true);
    }
  });
});
