import { expect, it } from "vitest";
import { denyAt, observedSession } from "../../../testing/hook-sessions";
import { Turn } from "../turn";
import { ToolGate } from "./tool-gate";

const CALL = { tool_name: "pay", tool_use_id: "toolu_1", tool_input: { amount: 1 } };

it("runs one of two calls that share an id, however they meet", async () => {
  const { session } = observedSession();
  await session.startup(["pay"]);
  const gate = new ToolGate(new Turn(session));
  const other = { ...CALL, tool_input: { amount: 2 } };
  const [first, second] = await Promise.all([gate.before(CALL), gate.before(other)]);
  expect(first).toEqual({});
  expect(second).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  expect(await gate.after({ ...CALL, tool_response: "paid" })).toEqual({});
  expect(await gate.before(other)).toEqual({});
  await gate.close();
});

it("puts the permitted words in place of a failure whose text was rewritten", async () => {
  const rewrite = { decision: "transform", transform: { path: "$target", value: "failed" } };
  const { session } = observedSession(denyAt("post_tool_call", rewrite));
  await session.startup(["pay"]);
  const gate = new ToolGate(new Turn(session));
  await gate.before(CALL);
  await gate.failed({ ...CALL, error: "SECRET" });
  expect(gate.results.get(CALL.tool_use_id)).toBe("failed");
});

it("withholds the failure of a call that was never released", async () => {
  const { session } = observedSession();
  await session.startup(["pay"]);
  const gate = new ToolGate(new Turn(session));
  await gate.failed({ ...CALL, error: "SECRET" });
  expect(gate.results.get(CALL.tool_use_id)).toBe("This call was never released.");
});
