import { describe, expect, it } from "vitest";
import { type DecidingPerson, mayDecide } from "./eligibility";

const alice: DecidingPerson = {
  id: "per_1",
  email: "alice@example.test",
  roles: ["approver"],
  groups: ["finance"],
  state: "active",
};

const judge = (person: Partial<DecidingPerson>, more: Partial<Parameters<typeof mayDecide>[0]> = {}): string => {
  const result = mayDecide({
    person: { ...alice, ...person },
    approval: { approvers: "approvers" },
    session: { userId: "u-somebody", ownerId: "per_9" },
    ...more,
  });
  return result.ok ? "may" : result.failure.reason;
};

describe("who may decide", () => {
  it("is an active approver who is not the asker", () => {
    expect(judge({})).toBe("may");
  });

  it.each(["invited", "disabled"] as const)("is nobody whose account is %s", (state) => {
    expect(judge({ state })).toBe("not_active");
  });

  it.each([[[]], [["analyst"]], [["admin", "analyst"]], [["Approver"]]])("is nobody with the roles %j", (roles) => {
    expect(judge({ roles })).toBe("not_approver");
  });

  it.each([
    ["finance", "may"],
    ["security", "not_in_group"],
    ["finance,security", "not_in_group"],
    ["approvers,finance", "may"],
    ["", "not_in_group"],
    ["Finance", "not_in_group"],
  ])("of the groups %j is %s", (approvers, expected) => {
    expect(judge({}, { approval: { approvers } })).toBe(expected);
  });

  it.each(["per_1", "alice@example.test", "ALICE@Example.Test", " alice@example.test "])(
    "is not the person that the agent acts for, named %j",
    (userId) => {
      expect(judge({}, { session: { userId, ownerId: null } })).toBe("own_session");
    },
  );

  it("is not the owner of the agent", () => {
    expect(judge({}, { session: { userId: null, ownerId: "per_1" } })).toBe("own_agent");
  });

  it("lets a requester turn the own action down, but only an approver", () => {
    const own = { session: { userId: "per_1", ownerId: "per_1" }, verdict: "deny" as const };
    expect(judge({}, own)).toBe("may");
    expect(judge({ roles: [] }, own)).toBe("not_approver");
  });
});
