import { describe, expect, it } from "vitest";
import { observedSession, thrownBy } from "../../testing/hook-sessions";
import type { AgentContext } from "../types";

const CALL = { id: "c", name: "read", args: {} };
const labelsSeen = (context: AgentContext | undefined): unknown =>
  (context?.extensions as { host?: { source_labels?: unknown } } | undefined)?.host?.source_labels ?? [];
const labelAt = (labels: Record<string, unknown>) => (context: AgentContext) => {
  const label = labels[context.interception_point];
  return typeof label === "string" ? { decision: "allow", result_labels: [label] } : label;
};

describe("labels of a result", () => {
  it("are kept with it and shown at every later point", async () => {
    const { session, seen } = observedSession(labelAt({ pre_tool_call: "pii", post_tool_call: "external" }));
    await session.startup([]);
    await session.tool(CALL, () => "x");
    await session.output("x");
    expect(seen.map(labelsSeen)).toEqual([[], [], ["pii"], ["pii", "external"]]);
  });

  it("are dropped with a result that was thrown away", async () => {
    const { session, seen } = observedSession(
      labelAt({ pre_tool_call: "pii", post_tool_call: { decision: "deny", result_labels: ["external"] } }),
    );
    await session.startup([]);
    await thrownBy(session.tool(CALL, () => "x"));
    await session.output("x");
    expect(labelsSeen(seen.at(-1))).toEqual([]);
  });

  it("are dropped with an action that did not proceed", async () => {
    const { session, seen } = observedSession(labelAt({ input: { decision: "deny", result_labels: ["pii"] } }));
    await session.startup([]);
    await thrownBy(session.input("x"));
    await session.output("x");
    expect(labelsSeen(seen.at(-1))).toEqual([]);
    expect(session.records[1]?.verdict).not.toHaveProperty("result_labels");
  });

  it("stay beside what the host itself says in its extensions", async () => {
    const facts = { extensions: { host: { build: "7" }, guardian: { intent: "refund" } } };
    const { session, seen } = observedSession(labelAt({ input: "pii" }), {}, facts);
    await session.startup([]);
    await session.input("x");
    await session.output("x");
    expect(seen.at(-1)?.extensions).toEqual({
      host: { build: "7", source_labels: ["pii"] },
      guardian: { intent: "refund" },
    });
    expect(facts.extensions.host).toEqual({ build: "7" });
  });
});
