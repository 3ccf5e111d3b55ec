/** The decision route's behaviour on a real database: who may, what body, who wins, and what the loser is told. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolCall } from "../testing/scripted-agent";
import { approvalOf, openSession, send, type TestPerson, type World, world } from "../testing/world";
import { readApproval } from "./approval-views";
import { decide } from "./decide";
import type { Viewer } from "./viewer";

let here: World;
let ann: TestPerson;
let bob: TestPerson;
let next = 500;
let session: Awaited<ReturnType<typeof openSession>>;

const viewerOf = (person: TestPerson, kind: "person" | "service" = "person"): Viewer => ({
  id: person.id,
  tenantId: "default",
  email: person.email,
  name: "Pat Example",
  kind,
  roles: ["approver"],
  groups: [],
  revision: 1,
  signInId: kind === "person" ? person.signInId : null,
});

beforeAll(async () => {
  here = await world();
  // The route asks for the process's own container: in this test it is this one.
  Object.assign(globalThis, { guardianContainer: Promise.resolve(here.container) });
  ann = await here.person();
  bob = await here.person();
  session = await openSession(here.guardian, await here.agent());
}, 60_000);

afterAll(async () => {
  Reflect.deleteProperty(globalThis, "guardianContainer");
  await here.close();
});

async function ask(): Promise<string> {
  next += 1;
  const asked = await send(
    here.guardian,
    session.message("steps/toolCallRequest", toolCall("refund_payment", { amount: next, to: "cust_1" })),
  );
  return approvalOf(asked).approval_id;
}

/** What a browser posts after it drew the item for that person. */
async function bodyFor(viewer: Viewer, id: string, more: Record<string, unknown> = {}) {
  const served = (await readApproval(viewer, id))?.served;
  if (!served) throw new Error("no view was served");
  return {
    verdict: "approve",
    revision: served.revision,
    action_digest: served.actionDigest,
    view_digest: served.viewDigest,
    ...more,
  };
}

const post = (body: unknown, contentType = "application/json") =>
  new Request("http://localhost:3000/api/approvals/x/decision", {
    method: "POST",
    headers: { "content-type": contentType },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

async function outcome(response: Response) {
  const body: { error?: { reason: string; message: string; outcome?: unknown }; state?: string } =
    await response.json();
  return { status: response.status, reason: body.error?.reason, state: body.state, error: body.error };
}

const stateOf = async (id: string) => (await here.container.prisma.approval.findUniqueOrThrow({ where: { id } })).state;

describe("a decision over HTTP", () => {
  it("is recorded for the signed-in account", async () => {
    const id = await ask();
    const viewer = viewerOf(ann);
    expect(await outcome(await decide(post(await bodyFor(viewer, id)), viewer, id))).toMatchObject({
      status: 200,
      state: "approved",
    });
    const row = await here.container.prisma.approval.findUniqueOrThrow({ where: { id } });
    expect(row.decidedBy).toBe(ann.id);
  });

  it("hands an item on, also for an admin, who may give no verdict", async () => {
    await here.person({ groups: ["legal"] });
    const id = await ask();
    const admin = { ...viewerOf(await here.person({ roles: ["admin"] })), roles: ["admin"] };
    expect((await outcome(await decide(post(await bodyFor(admin, id)), admin, id))).status).toBe(403);
    const reroute = { verdict: "reroute", approvers: "legal", reason: "a matter of law", revision: 1 };
    const moved = await decide(post(reroute), admin, id);
    expect([moved.status, await moved.json()]).toEqual([200, { state: "pending", approvers: "legal" }]);
    const stale = await outcome(await decide(post(reroute), admin, id));
    expect([stale.status, stale.reason]).toEqual([409, "changed"]);
    const mine = await outcome(await decide(post(await bodyFor(viewerOf(ann), id)), viewerOf(ann), id));
    expect([mine.status, mine.reason]).toEqual([403, "not_in_group"]);
  });

  it("refuses a re-route without a reason, and a grant that was not proposed", async () => {
    const id = await ask();
    const viewer = viewerOf(ann);
    const silent = { verdict: "reroute", approvers: "legal", revision: 1 };
    expect((await outcome(await decide(post(silent), viewer, id))).status).toBe(400);
    const grant = await bodyFor(viewer, id, { grant: { scope: "session" } });
    const refused = await outcome(await decide(post(grant), viewer, id));
    expect([refused.status, refused.reason]).toEqual([400, "grant_invalid"]);
  });

  it("refuses a body that claims who decided, and any other member it does not know", async () => {
    const id = await ask();
    const viewer = viewerOf(ann);
    const body = await bodyFor(viewer, id, { decidedBy: bob.id });
    expect(await outcome(await decide(post(body), viewer, id))).toMatchObject({ status: 400, reason: "invalid_body" });
    expect(await stateOf(id)).toBe("pending");
  });

  it("takes JSON only, read strictly", async () => {
    const id = await ask();
    const viewer = viewerOf(ann);
    const body = JSON.stringify(await bodyFor(viewer, id));
    expect((await decide(post(body, "text/plain"), viewer, id)).status).toBe(415);
    expect((await decide(post(body, "application/jsonp"), viewer, id)).status).toBe(415);
    const twice = body.replace("{", '{"verdict":"deny",');
    expect(await outcome(await decide(post(twice), viewer, id))).toMatchObject({
      status: 400,
      reason: "duplicate_member",
    });
    expect((await decide(post(" ".repeat(1024 * 1024) + body), viewer, id)).status).toBe(413);
    expect(await stateOf(id)).toBe("pending");
  });

  it("needs a reason to deny, and the digests of what was served", async () => {
    const id = await ask();
    const viewer = viewerOf(ann);
    const deny = await bodyFor(viewer, id, { verdict: "deny" });
    expect(await outcome(await decide(post(deny), viewer, id))).toMatchObject({
      status: 400,
      reason: "reason_required",
    });
    const unseen = { ...deny, reason: " \u200b\u2060\u3164\u00a0" };
    expect(await outcome(await decide(post(unseen), viewer, id))).toMatchObject({ reason: "reason_required" });
    const other = await bodyFor(viewer, id, { action_digest: `sha256:${"0".repeat(64)}` });
    expect(await outcome(await decide(post(other), viewer, id))).toMatchObject({
      status: 400,
      reason: "digest_mismatch",
    });
    const strange = await bodyFor(viewer, id, { view_digest: `sha256:${"0".repeat(64)}` });
    expect(await outcome(await decide(post(strange), viewer, id))).toMatchObject({
      status: 400,
      reason: "view_not_served",
    });
    expect(await stateOf(id)).toBe("pending");
  });

  it("has one winner, and the other is told who it was", async () => {
    const id = await ask();
    const [a, b] = [viewerOf(ann), viewerOf(bob)];
    const approve = await bodyFor(a, id);
    const deny = await bodyFor(b, id, { verdict: "deny", reason: "no" });
    const answers = await Promise.all([
      decide(post(approve), a, id).then(outcome),
      decide(post(deny), b, id).then(outcome),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const lost = answers.find((answer) => answer.status === 409);
    const winner = answers[0]?.status === 200 ? ann : bob;
    expect(lost?.error?.outcome).toMatchObject({ decidedBy: { id: winner.id, kind: "person" } });
    expect(lost?.error?.message).toContain("first");
  });

  it("after expiry is refused as expired, not as denied", async () => {
    const id = await ask();
    const viewer = viewerOf(ann);
    const body = await bodyFor(viewer, id);
    await here.container.prisma.approval.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    const late = await outcome(await decide(post(body), viewer, id));
    expect(late).toMatchObject({ status: 409, error: { outcome: { state: "expired", decidedBy: null } } });
    expect(await stateOf(id)).toBe("expired");
  });

  it("says not found for ids of any shape", async () => {
    const viewer = viewerOf(ann);
    const body = await bodyFor(viewer, await ask());
    for (const id of ["none", "a\u0000b", "../x", "%00"])
      expect((await decide(post(body), viewer, id)).status).toBe(404);
  });
});
