import { describe, expect, it } from "vitest";
import { denyAt, observedSession, thrownBy } from "../../testing/hook-sessions";
import { RunTerminated } from "../hook-session";
import type { AgentContext } from "../types";

const CALL = { id: "c", name: "pay", args: { amount: 5 } };
const _RESPONSE = { content: "x", tool_calls: [], finish_reason: "stop" };
const rewriteAt = (point: string, path: string, value: unknown) => (context: AgentContext) =>
  context.interception_point === point ? { decision: "transform", transform: { path, value } } : undefined;

async function started(...given: Parameters<typeof observedSession>) {
  const observed = observedSession(...given);
  await observed.session.startup([]);
  return observed;
}

describe("an output", () => {
  it("leaves as it was rewritten, or not at all", async () => {
    const rewriting = await started(rewriteAt("output", "$target.content", "[cut]"));
    expect(await rewriting.session.output("SECRET")).toBe("[cut]");
    const denying = await started(denyAt("output"));
    expect(await thrownBy(denying.session.output("SECRET"))).toBeInstanceOf(RunTerminated);
  });
});

describe("a session that is only evaluated", () => {
  it("does everything as asked, and records the denies", async () => {
    const { session } = await started(() => ({ decision: "deny", reason: "no" }), { mode: "evaluate_only" });
    expect(await session.input("hi")).toBe("hi");
    expect(await session.tool(CALL, ({ amount }) => amount)).toBe(5);
    expect(await session.output("x")).toBe("x");
    expect(session.records.every((record) => record.verdict.decision === "deny")).toBe(true);
  });

  it("does also what no context can show, as it was asked", async () => {
    const when = new Date(0);
    const { session } = await started(undefined, { mode: "evaluate_only" });
    expect(await session.tool({ ...CALL, args: { when } as never }, (args) => args.when)).toBe(when);
    expect(session.records.at(-1)?.verdict.reason).toBe("host_error:context_invalid");
  });
});
