import { describe, expect, it } from "vitest";
import { toolContext } from "../testing/agent-contexts";
import { saying } from "../testing/scripted-guards";
import { createEmitter } from "./emitter";
import { findBlocked, InterceptionBlocked, RunTerminated } from "./hook-session";

async function blockedBy(verdict: object): Promise<InterceptionBlocked> {
  return new InterceptionBlocked(await createEmitter({ interceptors: [saying(verdict)] }).emit(toolContext({})));
}

describe("a block", () => {
  it.each([
    [
      "reason and message",
      { decision: "deny", reason: "cap", message: "Over the cap." },
      "Blocked: Over the cap. (cap)",
    ],
    ["a reason", { decision: "deny", reason: "cap" }, "Blocked: cap"],
    ["nothing", { decision: "deny" }, "Blocked: denied"],
  ])("tells the model %s, and its own message only the reason", async (_, verdict, toolMessage) => {
    const blocked = await blockedBy(verdict);
    expect(blocked.toolMessage).toBe(toolMessage);
    expect(blocked.message).toMatch(/^pre_tool_call denied: (cap|denied)$/);
  });

  it("is found in whatever a framework wrapped it in", async () => {
    const blocked = await blockedBy({ decision: "deny" });
    const wrapped = new Error("outer", { cause: { error: new AggregateError([new Error("other"), blocked]) } });
    expect(findBlocked(wrapped)).toBe(blocked);
    expect(findBlocked(new Error("other"))).toBeNull();
    expect(findBlocked(null)).toBeNull();
  });

  it("is not looked for in circles", () => {
    const circular = new Error("outer");
    circular.cause = circular;
    expect(findBlocked(circular)).toBeNull();
  });

  it("is a block also when it ends the run", async () => {
    const { verdict, record } = await blockedBy({ decision: "deny" });
    expect(new RunTerminated({ verdict, record })).toBeInstanceOf(InterceptionBlocked);
  });
});
