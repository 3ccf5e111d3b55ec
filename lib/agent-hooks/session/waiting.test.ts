import { describe, expect, it } from "vitest";
import { denyAt, observedSession, thrownBy } from "../../testing/hook-sessions";
import { ALLOW, ASK } from "../../testing/scripted-guards";
import type { HookSession } from "../hook-session";
import type { InterceptionPoint } from "../types";
import { OutOfOrder } from "./ledger";

const CALL = { id: "c", name: "pay", args: {} };

/** A session in which people are asked at one point, and answer after something else happened. */
function waiting(point: InterceptionPoint, meanwhile: (session: HookSession) => Promise<unknown>) {
  const observed = observedSession(denyAt(point, ASK), {
    surface: { toolSeamHostError: "terminate" },
    resolver: {
      async resolve({ context_identity }) {
        await meanwhile(observed.session);
        return { outcome: "approve", context_identity, verdict: ALLOW };
      },
    },
  });
  return observed.session;
}

describe("an approval that comes when the run has ended", () => {
  const actions: [InterceptionPoint, (session: HookSession, act: () => number) => Promise<unknown>][] = [
    ["pre_tool_call", (session, act) => session.tool(CALL, act)],
    [
      "pre_model_call",
      (session, act) =>
        session.model({ id: "m" }, [], async () => ({ content: act(), tool_calls: [], finish_reason: "stop" })),
    ],
    ["input", (session) => session.input("hi")],
    ["output", (session) => session.output("x")],
  ];

  it.each(actions)("lets nothing happen after the shutdown: %s", async (point, act) => {
    let ran = 0;
    const session = waiting(point, (asked) => asked.shutdown("cancelled"));
    await session.startup([]);
    expect(await thrownBy(act(session, () => ++ran))).toBeInstanceOf(OutOfOrder);
    expect([ran, session.records.at(-1)?.interception_point]).toEqual([0, point]);
  });

  it.each(actions)("lets nothing happen after a termination: %s", async (point, act) => {
    let ran = 0;
    let end: unknown;
    const session = waiting(point, async (asked) => {
      end = await thrownBy(asked.fail("pre_tool_call", "TypeError"));
    });
    await session.startup([]);
    expect(await thrownBy(act(session, () => ++ran))).toBe(end);
    expect(ran).toBe(0);
  });
});
