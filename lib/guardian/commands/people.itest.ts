/** People on a real database: set-up, invitations, roles that are in force at once, the last admin. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandDepsOf } from "../../server/commands";
import { type Container, createContainer } from "../../server/container";
import { hashPassword, isRightPassword } from "../../server/password";
import { ensureSetupLink, joinByInvitation, makeFirstPerson, openLink, signIn } from "../../server/people";
import { tokenHash, viewerOfBearerIn, viewerOfSignInIn } from "../../server/viewer";
import { type TestDatabase, testDatabase } from "../../testing/database";
import { changeOwnPassword, endOwnSignIn } from "./account";
import type { Actor, CommandDeps } from "./actor";
import { changeAccess, disablePerson, enablePerson, invitePerson, renewInvitation } from "./people";
import { createServiceAccount, replaceServiceToken } from "./service-accounts";

let database: TestDatabase;
let world: Container;
let deps: CommandDeps;
let root: Actor;

const PASSWORD = "a long sentence nobody guesses";
const ADA = { email: "Ada@Example.test", name: "Ada", password: PASSWORD };

beforeAll(async () => {
  database = await testDatabase();
  const master = Buffer.alloc(32, 7);
  world = await createContainer({
    url: database.url,
    master,
    consoleUrl: "http://localhost:3000",
    log: () => undefined,
  });
  deps = commandDepsOf(world);
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

function value<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

const tokenOf = (link: string | null): string => new URLSearchParams(link?.split("?")[1]).get("token") ?? "";

let addresses = 0;
/** From an address of its own, so that the limit by address stays out of the way. */
async function enter(email: string, password = PASSWORD): Promise<Actor> {
  addresses += 1;
  const outcome = await signIn(world, { email, password, address: `192.0.2.${addresses}`, userAgent: "test" });
  if (outcome.kind !== "opened") throw new Error(`sign-in was ${outcome.kind}`);
  return { id: outcome.personId, signInId: outcome.signInId, tenantId: "default" };
}

async function joined(email: string, roles: readonly string[]): Promise<Actor> {
  const { token } = value(await invitePerson(deps, root, { email, name: "New Person", roles, groups: [] }));
  value(await joinByInvitation(world, { token, name: "New Person", password: PASSWORD }));
  return enter(email);
}

const row = (id: string) => world.prisma.person.findUniqueOrThrow({ where: { id } });
const seen = (actor: Actor) => viewerOfSignInIn(world, actor.signInId ?? "");

describe("the set-up link", () => {
  it("is replaced by every start while nobody exists; only its hash is kept", async () => {
    const first = tokenOf(await ensureSetupLink(database.pool));
    const second = tokenOf(await ensureSetupLink(database.pool));
    expect(second).not.toBe(first);
    expect(await openLink(world, first, "setup")).toBeNull();
    expect(await openLink(world, second, "setup")).toEqual({ kind: "setup", person: null });
    const kept = JSON.stringify(await world.prisma.invite.findMany());
    expect(kept).not.toContain(second);
    expect(kept).toContain(tokenHash(second));
  });

  it("makes one first person with every role, however many use it at once", async () => {
    const token = tokenOf(await ensureSetupLink(database.pool));
    expect(await makeFirstPerson(world, { ...ADA, token, password: "too short" })).toMatchObject({
      failure: { field: "password" },
    });
    const tries = await Promise.all(
      [1, 2, 3].map((n) => makeFirstPerson(world, { ...ADA, token, email: `first${n}@example.test` })),
    );
    expect(tries.filter((outcome) => outcome.ok)).toHaveLength(1);
    const [person] = await world.prisma.person.findMany();
    expect(person).toMatchObject({ state: "active", roles: ["approver", "analyst", "admin"] });
    expect(await makeFirstPerson(world, { ...ADA, token })).toMatchObject({
      ok: false,
      failure: { kind: "not_found" },
    });
    expect(await ensureSetupLink(database.pool)).toBeNull();
    root = await enter(person?.email ?? "");
  });
});

describe("an invitation", () => {
  it("lets one person in, once, with the admin's address and roles", async () => {
    const invited = value(
      await invitePerson(deps, root, {
        email: " Grace@Example.test",
        name: "Grace",
        roles: ["approver"],
        groups: ["finance"],
      }),
    );
    expect(await openLink(world, invited.token, "invite")).toMatchObject({ person: { email: "grace@example.test" } });
    const tries = await Promise.all(
      [1, 2].map(() => joinByInvitation(world, { token: invited.token, name: "Grace H", password: PASSWORD })),
    );
    expect(tries.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(await row(invited.personId)).toMatchObject({
      name: "Grace H",
      state: "active",
      roles: ["approver"],
      groups: ["finance"],
    });
    expect(await openLink(world, invited.token, "invite")).toBeNull();
    expect(await seen(await enter("grace@EXAMPLE.test"))).toMatchObject({ roles: ["approver"] });
  });

  it("is void after its time, when renewed, and when the person is disabled", async () => {
    const invite = async (email: string) =>
      value(await invitePerson(deps, root, { email, name: "Late", roles: ["analyst"], groups: [] }));
    const join = (token: string) => joinByInvitation(world, { token, name: "Late", password: PASSWORD });
    const late = await invite("late@example.test");
    await world.prisma.invite.updateMany({ where: { personId: late.personId }, data: { expiresAt: new Date(0) } });
    expect((await join(late.token)).ok).toBe(false);
    const renewed = value(await renewInvitation(deps, root, late.personId));
    expect((await join(late.token)).ok).toBe(false);
    expect((await join(renewed.token)).ok).toBe(true);
    const shut = await invite("shut@example.test");
    value(await disablePerson(deps, root, shut.personId));
    expect((await join(shut.token)).ok).toBe(false);
  });

  it("is not made twice for one address, whatever its case", async () => {
    const again = await invitePerson(deps, root, {
      email: "GRACE@example.test",
      name: "G",
      roles: ["analyst"],
      groups: [],
    });
    expect(again).toMatchObject({ failure: { kind: "conflict", field: "email" } });
  });
});

describe("roles", () => {
  it("are in force with the next look at the row, on both sides", async () => {
    const pat = await joined("pat@example.test", ["approver", "admin"]);
    const { revision } = await row(pat.id);
    value(await changeAccess(deps, root, { personId: pat.id, revision, roles: ["analyst"], groups: [] }));
    expect(await seen(pat)).toMatchObject({ roles: ["analyst"] });
    expect(
      await invitePerson(deps, pat, { email: "x@example.test", name: "X", roles: ["analyst"], groups: [] }),
    ).toMatchObject({
      failure: { kind: "forbidden" },
    });
    expect(await changeAccess(deps, root, { personId: pat.id, revision, roles: ["admin"], groups: [] })).toMatchObject({
      failure: { kind: "conflict" },
    });
  });

  it("of a disabled person are gone at once: sign-ins end, commands are refused, the door stays shut", async () => {
    const kim = await joined("kim@example.test", ["approver", "admin"]);
    value(await disablePerson(deps, root, kim.id));
    expect(await seen(kim)).toBeNull();
    expect(
      await invitePerson(deps, kim, { email: "y@example.test", name: "Y", roles: ["analyst"], groups: [] }),
    ).toMatchObject({
      failure: { kind: "signed_out" },
    });
    await expect(enter("kim@example.test")).rejects.toThrow("refused");
    value(await enablePerson(deps, root, kim.id));
    expect(await seen(kim)).toBeNull();
    expect(await seen(await enter("kim@example.test"))).toMatchObject({ roles: ["approver", "admin"] });
  });

  it("never leave the console without an admin, even when two admins remove each other at once", async () => {
    const people = await world.prisma.person.findMany({ where: { roles: { has: "admin" }, id: { not: root.id } } });
    for (const { id, revision } of people) {
      await changeAccess(deps, root, { personId: id, revision, roles: ["analyst"], groups: [] });
    }
    expect(await disablePerson(deps, root, root.id)).toMatchObject({ failure: { kind: "conflict" } });
    const other = await joined("other@example.test", ["admin"]);
    const outcomes = await Promise.all([disablePerson(deps, root, other.id), disablePerson(deps, other, root.id)]);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    const left = await world.prisma.person.findMany({ where: { roles: { has: "admin" }, state: "active" } });
    expect(left).toHaveLength(1);
    root = await enter(left[0]?.email ?? "");
  });

  it("are written down with their author and what they were before", async () => {
    const { id, revision } = await row((await joined("noted@example.test", ["analyst"])).id);
    value(await changeAccess(deps, root, { personId: id, revision, roles: ["approver"], groups: ["ops"] }));
    const [audit] = await world.prisma.audit.findMany({ where: { action: "person.changed", subject: `person:${id}` } });
    expect(audit).toMatchObject({ actorKind: "person", actorId: root.id });
    expect(JSON.parse(audit?.detail ?? "")).toEqual({
      before: { roles: ["analyst"], groups: [] },
      after: { roles: ["approver"], groups: ["ops"] },
    });
    const topics = await world.prisma.event.findMany({ where: { topic: "people" } });
    expect(topics.length).toBeGreaterThan(0);
  });
});

describe("guessing a password", () => {
  it("gets one answer for wrong, unknown and disabled, and stops after eight tries from one place", async () => {
    await joined("target@example.test", ["analyst"]);
    const guess = (email: string, address: string, password = "wrong wrong wrong") =>
      signIn(world, { email, password, address, userAgent: null });
    expect(await guess("nobody@example.test", "198.51.100.1")).toEqual({ kind: "refused" });
    for (let n = 0; n < 8; n += 1)
      expect(await guess("target@example.test", "198.51.100.2")).toEqual({ kind: "refused" });
    expect(await guess("target@example.test", "198.51.100.2", PASSWORD)).toMatchObject({ kind: "limited" });
    expect(await guess("Target@Example.test ", "198.51.100.2", PASSWORD)).toMatchObject({ kind: "limited" });
    expect(await guess("target@example.test", "198.51.100.3", PASSWORD)).toMatchObject({ kind: "opened" });
  });

  it("is counted before it is judged, so that tries at the same moment do not slip through", async () => {
    await joined("burst@example.test", ["analyst"]);
    const one = () =>
      signIn(world, {
        email: "burst@example.test",
        password: "no no no no no",
        address: "198.51.100.9",
        userAgent: null,
      });
    const outcomes = await Promise.all(Array.from({ length: 20 }, one));
    expect(outcomes.filter((outcome) => outcome.kind === "refused").length).toBeLessThanOrEqual(8);
  });
});

describe("one's own account", () => {
  it("changes its password only with the present one, and is signed out everywhere else", async () => {
    const here = await joined("own@example.test", ["analyst"]);
    const there = await enter("own@example.test");
    const tools = { isRight: isRightPassword, hash: hashPassword };
    const storedHash = (await row(here.id)).passwordHash;
    const change = (current: string) =>
      changeOwnPassword(deps, here, { current, next: "another long sentence", tools, storedHash });
    expect(await change("not this one")).toMatchObject({ failure: { field: "current" } });
    expect(value(await change(PASSWORD))).toEqual({ ended: 1 });
    expect([await seen(there), (await seen(here))?.email]).toEqual([null, "own@example.test"]);
    await expect(enter("own@example.test")).rejects.toThrow("refused");
    await enter("own@example.test", "another long sentence");
  });

  it("ends its own sign-ins and nobody else's", async () => {
    const mine = await joined("mine@example.test", ["analyst"]);
    expect(await endOwnSignIn(deps, mine, root.signInId ?? "")).toMatchObject({ failure: { kind: "not_found" } });
    const second = await enter("mine@example.test");
    value(await endOwnSignIn(deps, mine, second.signInId ?? ""));
    expect(await seen(second)).toBeNull();
  });
});

describe("a service account", () => {
  it("acts by its token alone, never by password, and is never an admin", async () => {
    const made = value(await createServiceAccount(deps, root, { name: "Night desk", roles: ["approver"], groups: [] }));
    expect(await viewerOfBearerIn(world, `Bearer ${made.token}`)).toMatchObject({
      kind: "service",
      signInId: null,
      roles: ["approver"],
    });
    expect(JSON.stringify(await row(made.personId))).not.toContain(made.token);
    await expect(enter(`service:${made.personId}`)).rejects.toThrow("refused");
    expect(await createServiceAccount(deps, root, { name: "Root", roles: ["admin"], groups: [] })).toMatchObject({
      failure: { field: "roles" },
    });
  });

  it("loses the old token with the new one, and all of them when it is disabled", async () => {
    const made = value(await createServiceAccount(deps, root, { name: "Day desk", roles: ["approver"], groups: [] }));
    const next = value(await replaceServiceToken(deps, root, made.personId));
    expect(await viewerOfBearerIn(world, `Bearer ${made.token}`)).toBeNull();
    expect(await viewerOfBearerIn(world, `Bearer ${next.token}`)).not.toBeNull();
    value(await disablePerson(deps, root, made.personId));
    expect(await viewerOfBearerIn(world, `Bearer ${next.token}`)).toBeNull();
  });

  it("cannot be made an admin afterwards", async () => {
    const made = value(await createServiceAccount(deps, root, { name: "Riser", roles: ["approver"], groups: [] }));
    const change = { personId: made.personId, revision: 1, roles: ["admin"], groups: [] };
    expect(await changeAccess(deps, root, change)).toMatchObject({ failure: { field: "roles" } });
  });
});
