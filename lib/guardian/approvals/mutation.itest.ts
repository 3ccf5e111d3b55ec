/** What is approved is what runs: a change in any covered member is another action (R9, F26). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditActions, rowsOf } from "../../testing/probes";
import { type MessageOverrides, type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import { approvalOf, decide, openSession, send, type TestPerson, type World, world } from "../../testing/world";

const CALL = "steps/toolCallRequest";
let w: World;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  person = await w.person();
});
afterAll(() => w.close());

const METADATA = { environment: "staging", agent_name: "Refund bot", user_context: { user_id: "u-1", roles: ["a"] } };
const MORE = { capability: "payments.send", operation: "send", raw_command: "refund 840" };
const ARGS = { amount: 840, to: "vendor-17", note: null, lines: [1, 2] };
const call = (args: Record<string, unknown> = ARGS, more: Record<string, unknown> = MORE, tool = "refund_payment") =>
  toolCall(tool, args, more);

/** Asked and approved, not yet released. */
async function approved(): Promise<{ session: ScriptedSession; approvalId: string }> {
  const session = await openSession(w.guardian, await w.agent());
  const asked = await send(w.guardian, session.message(CALL, call(), { metadata: METADATA }));
  const { approval_id } = approvalOf(asked);
  expect((await decide(w.deps, person, approval_id)).ok).toBe(true);
  return { session, approvalId: approval_id };
}

const stateOf = async (id: string) => (await w.container.prisma.approval.findUniqueOrThrow({ where: { id } })).state;

const withArgs = (changes: Record<string, unknown>) => ({ payload: call({ ...ARGS, ...changes }), metadata: METADATA });
const withMore = (changes: Record<string, unknown>) => ({
  payload: call(ARGS, { ...MORE, ...changes }),
  metadata: METADATA,
});
const withMetadata = (changes: Record<string, unknown>) => ({ payload: call(), metadata: { ...METADATA, ...changes } });
const { lines: _lines, ...fewer } = ARGS;

describe("a re-send that differs", () => {
  it.each([
    ["in an amount", withArgs({ amount: 8400 })],
    ["in the last digit of a fraction", withArgs({ amount: 840.0001 })],
    ["in the type of a value", withArgs({ amount: "840" })],
    ["in letter case", withArgs({ to: "Vendor-17" })],
    ["in an invisible character", withArgs({ to: "vendor-17\u200b" })],
    ["in a look-alike letter", withArgs({ to: "vend\u043er-17" })],
    ["in Unicode composition", withArgs({ to: "vendor-1\u0037\u0301" })],
    ["in false for null", withArgs({ note: false })],
    ["in an empty text for null", withArgs({ note: "" })],
    ["in the order of a list", withArgs({ lines: [2, 1] })],
    ["in one more argument", withArgs({ extra: null })],
    [
      "in an argument called __proto__",
      {
        payload: call(JSON.parse('{"amount":840,"to":"vendor-17","note":null,"lines":[1,2],"__proto__":1}')),
        metadata: METADATA,
      },
    ],
    ["in one argument less", { payload: call(fewer), metadata: METADATA }],
    ["in the tool's name", { payload: call(ARGS, MORE, "refund_payments"), metadata: METADATA }],
    ["in the capability", withMore({ capability: "payments.send_any" })],
    ["in the operation", withMore({ operation: undefined })],
    ["in the raw command", withMore({ raw_command: "refund 8400" })],
    ["in the stated intent", withMore({ intent: { goal: "save the customer" } })],
    ["in an unknown member of the payload", withMore({ x_dry_run: true })],
    [
      "in the tool's provider",
      { payload: { ...call(), tool: { name: "refund_payment", provider: "other" } }, metadata: METADATA },
    ],
    [
      "in an argument's provenance",
      {
        payload: {
          ...call(),
          arguments: {
            ...call().arguments,
            to: { value: "vendor-17", provenance: { provenance_id: "p", origin: "user_input" } },
          },
        },
        metadata: METADATA,
      },
    ],
    ["in the environment", withMetadata({ environment: "production" })],
    ["in the user", withMetadata({ user_context: { user_id: "u-2", roles: ["a"] } })],
    ["in the user's roles", withMetadata({ user_context: { user_id: "u-1", roles: ["a", "admin"] } })],
    ["in the agent's name", withMetadata({ agent_name: "Refund Bot" })],
    ["in an unknown member of the metadata", withMetadata({ cwd: "/srv" })],
  ])("%s does not use the approval, named or not", async (_what, { payload, metadata }) => {
    const { session, approvalId } = await approved();
    const silent = await send(w.guardian, session.message(CALL, payload, { metadata }));
    expect(silent.decision).toBe("ask");
    expect(approvalOf(silent).approval_id).not.toBe(approvalId);
    const named = session.message(CALL, payload, { metadata: { ...metadata, approval_id: approvalId } });
    const denied = await send(w.guardian, named);
    expect(denied.decision).toBe("deny");
    expect(denied.codes).toContain("approval_digest_mismatch");
    expect(await stateOf(approvalId)).toBe("approved");
    const original = await send(w.guardian, session.message(CALL, call(), { metadata: METADATA }));
    expect(original.decision).toBe("allow");
  });

  it.each<[string, MessageOverrides]>([
    ["turn", { metadata: { ...METADATA, turn_id: "t-2", parent_turn_id: "t-1" } }],
    ["session state", { metadata: { ...METADATA, session_state: { note: "x" } } }],
    ["JSON-RPC id", { metadata: METADATA, id: 42 }],
    ["nonce", { metadata: METADATA, nonce: "another-nonce-0123" }],
  ])("only in its %s is the same action", async (_what, over) => {
    const { session } = await approved();
    expect((await send(w.guardian, session.message(CALL, call(), over))).decision).toBe("allow");
  });

  it("only in the order of its members, or in how numbers are written, is the same action", async () => {
    const { session } = await approved();
    const text = JSON.stringify(session.message(CALL, call(), { metadata: METADATA })).replace(":840", ":8.40E2");
    expect((await send(w.guardian, new TextEncoder().encode(text))).decision).toBe("allow");
  });
});

describe("an approval that is named", () => {
  it("from another session or by another agent is refused, kept for the console, and stays unused", async () => {
    const { session, approvalId } = await approved();
    const owner = await w.container.prisma.approval.findUniqueOrThrow({ where: { id: approvalId } });
    const strangers = [await openSession(w.guardian, await w.agent()), await openSession(w.guardian, await w.agent())];
    for (const stranger of strangers) {
      const message = stranger.message(CALL, call(), { metadata: { ...METADATA, approval_id: approvalId } });
      const answer = await send(w.guardian, message);
      expect(answer).toMatchObject({ decision: "deny" });
      expect(answer.codes).toContain("approval_digest_mismatch");
      expect(await auditActions(w, stranger)).toContain("approval.digest_mismatch");
      const { key } = await rowsOf(w, stranger);
      const kept = await w.container.prisma.presentation.findMany({ where: { approvalId, sessionKey: key } });
      expect(kept).toHaveLength(1);
      expect(kept[0]?.presentedDigest).not.toBe(owner.requestedDigest);
    }
    expect(await stateOf(approvalId)).toBe("approved");
    expect((await send(w.guardian, session.message(CALL, call(), { metadata: METADATA }))).decision).toBe("allow");
  });

  it("and does not exist is refused", async () => {
    const session = await openSession(w.guardian, await w.agent());
    for (const approval_id of ["apr_none", "", "\u0000", "x".repeat(5000)]) {
      const answer = await send(w.guardian, session.message(CALL, call(), { metadata: { approval_id } }));
      expect(answer.decision).toBe("deny");
      expect(answer.codes).toContain("approval_digest_mismatch");
    }
    expect(await auditActions(w, session)).toContain("approval.digest_mismatch");
  });

  it("rightly, by its own session for its own action, is released", async () => {
    const { session, approvalId } = await approved();
    const metadata = { ...METADATA, approval_id: approvalId };
    expect((await send(w.guardian, session.message(CALL, call(), { metadata }))).decision).toBe("allow");
  });
});
