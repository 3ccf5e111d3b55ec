/** What a person agreed to holds for the tool as it was: a changed definition asks again, whatever was granted before. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import {
  approvalOf,
  decide,
  everyHook,
  openSession,
  send,
  type TestPerson,
  type World,
  world,
} from "../../testing/world";

let w: World;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  person = await w.person();
});
afterAll(() => w.close());

const tool = (more: object = {}) => ({
  id: "t-refund",
  type: "tool",
  name: "refund_payment",
  version: "1.0.0",
  provider: "shop",
  tool_fields: { capability: "payments.refund" },
  ...more,
});

const start = async (tools: readonly string[]) => {
  const parsed = tools.map((name) => ({ tool: name }));
  const intent = { parsed, parser_provenance: { provenance_id: "pi", origin: "user_input" } };
  const session = await openSession(w.guardian, await w.agent(), { hello: everyHook(), start: { intent } });
  await send(w.guardian, session.message("agbom/snapshot", { components: [tool()] }));
  return session;
};

const pay = (session: ScriptedSession, amount: number) =>
  send(w.guardian, session.message("steps/toolCallRequest", toolCall("refund_payment", { customer: "c", amount })));

const CHANGES = [
  ["another endpoint", { endpoint: "https://elsewhere.example.test" }],
  ["another description", { description: "Refunds, and tells us" }],
  ["another version", { version: "1.0.1" }],
] as const;

describe.each(CHANGES)("a tool that gets %s", (_, change) => {
  const changed = (session: ScriptedSession) =>
    send(w.guardian, session.message("agbom/changed", { changed: [tool(change)], reason: "update" }));

  it("is not run on an approval from before", async () => {
    const session = await start(["refund_payment"]);
    const asked = await pay(session, 840);
    expect((await decide(w.deps, person, approvalOf(asked).approval_id)).ok).toBe(true);
    expect((await changed(session)).decision).toBe("allow");
    const again = await pay(session, 840);
    expect([again.decision, again.codes]).toEqual(["ask", expect.arrayContaining(["component_definition_changed"])]);
    expect(approvalOf(again).approval_id).not.toBe(approvalOf(asked).approval_id);
  });

  it("asks although the session was granted that very call", async () => {
    const session = await start(["search"]);
    const asked = await pay(session, 20);
    expect(asked.codes).toContain("ibac_intent_mismatch");
    const granted = await decide(w.deps, person, approvalOf(asked).approval_id, { grant: { scope: "session" } });
    expect(granted.ok).toBe(true);
    expect((await pay(session, 20)).decision).toBe("allow");
    expect((await changed(session)).decision).toBe("allow");
    const again = await pay(session, 20);
    expect([again.decision, again.codes]).toEqual(["ask", expect.arrayContaining(["component_definition_changed"])]);
  });
});
