import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionOf, inView, viewOf } from "../../testing/actions";
import { nobleCrypto } from "../crypto-noble";
import { canonicalText } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";
import { viewDigest } from "./view";

const REFUND = {
  tool: { name: "refund_payment" },
  arguments: { amount: { value: 840 }, customer_id: { value: "cust_1042" } },
};

const codes = (view: JsonObject): string[] => (inView(view, "warnings") as { code: string }[]).map((item) => item.code);
const argument = (view: JsonObject, name: string): JsonObject => {
  const found = (view.arguments as readonly JsonObject[]).find((item) => inView(item, "name", "text") === name);
  if (!found) throw new Error(`no argument ${name}`);
  return found;
};

describe("a view", () => {
  it("names act, tool, arguments, session, agent, rule and digests", () => {
    const view = viewOf(actionOf({ ...REFUND, capability: "payments.refund" }));
    expect(view.sentence).toBe("Refund 840 to cust_1042 with refund_payment");
    expect(inView(view, "tool", "name", "text")).toBe("refund_payment");
    expect(inView(view, "tool", "capability", "text")).toBe("payments.refund");
    expect(argument(view, "amount")).toMatchObject({
      path: "/arguments/amount/value",
      type: "number",
      json: "840",
      masked: false,
    });
    expect(inView(view, "policy", "rules", 0)).toMatchObject({
      rule_id: "ask-large-refunds",
      reason_code: "refund_over_limit",
    });
    expect(view.binding).toEqual({ requested_digest: "sha256:aa", effective_digest: "sha256:bb" });
    expect(inView(view, "who", "session_id", "text")).toBe("aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa");
    expect(inView(view, "who", "user_id", "text")).toBe("u-alice");
    expect(view.decidable).toBe(true);
    expect(codes(view)).toEqual([]);
  });

  it("has one digest, which changes with anything that is shown", () => {
    const digest = (view: JsonObject): string => viewDigest(nobleCrypto, view);
    expect(digest(viewOf(actionOf(REFUND)))).toBe(digest(viewOf(actionOf(REFUND))));
    const others = [
      viewOf(actionOf(REFUND), { risk: "low" }),
      viewOf(actionOf(REFUND), { user_id: null }),
      viewOf(actionOf(REFUND), { context: [{ step: "lookup_account" }] }),
      viewOf(actionOf({ ...REFUND, intent: { goal: "x" } })),
      viewOf(actionOf(REFUND, { metadata: { environment: "production" } })),
    ].map(digest);
    expect(new Set([digest(viewOf(actionOf(REFUND))), ...others]).size).toBe(6);
  });

  it("shows what an Agent Hooks host waits with, inside its digest, and no secret of its context", () => {
    const digest = (view: JsonObject): string => viewDigest(nobleCrypto, view);
    const facts = { interception_point: "pre_tool_call", context_identity: "sha256:11", context: { a: "b" } };
    const view = viewOf(actionOf(REFUND), { agent_hooks: facts });
    expect(view.agent_hooks).toMatchObject({
      interception_point: "pre_tool_call",
      context_identity: { text: "sha256:11" },
      context: { json: '{"a":"b"}' },
    });
    const others = [
      viewOf(actionOf(REFUND)),
      viewOf(actionOf(REFUND), { agent_hooks: { ...facts, context_identity: "sha256:12" } }),
      viewOf(actionOf(REFUND), { agent_hooks: { ...facts, context_identity: null } }),
      viewOf(actionOf(REFUND), { agent_hooks: { ...facts, context: { a: "c" } } }),
    ];
    expect(new Set([view, ...others].map(digest)).size).toBe(5);
    expect(viewOf(actionOf(REFUND))).not.toHaveProperty("agent_hooks");
    const secret = { ...facts, context: { password: "hunter2-and-more" } };
    expect(canonicalText(viewOf(actionOf(REFUND), { agent_hooks: secret }))).not.toContain("hunter2");
  });

  it("shows what was asked and what would run when policy changed it", () => {
    const requested = actionOf(REFUND);
    const effective = actionOf({ ...REFUND, arguments: { ...REFUND.arguments, amount: { value: 500 } } });
    const view = viewOf(effective, { requested, modifications: { parameter_overrides: { amount: 500 } } });
    expect(view.sentence).toContain("Refund 500");
    expect(view.modified_by_policy).toBe(true);
    expect(view.changes).toMatchObject([
      {
        path: "/payload/arguments/amount/value",
        kind: "changed",
        requested: { text: "840" },
        effective: { text: "500" },
      },
    ]);
  });

  it("shows earlier releases before anything else can be missed", () => {
    const earlier = [{ approval_id: "apr_0", released_at: "2026-11-30T10:00:00.000Z" }];
    const view = viewOf(actionOf(REFUND), { earlier });
    expect(view.earlier_releases).toEqual(earlier);
    expect(codes(view)).toContain("released_before");
  });
});

describe("whatever the payload is", () => {
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 7, "zq-text"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          "tool",
          "name",
          "arguments",
          "value",
          "capability",
          "params",
          "method",
          "intent",
          "x",
          "provenance",
        ),
        tie("value"),
        { maxKeys: 4 },
      ),
    ),
  })).value;

  it("shows every leaf of it somewhere", () => {
    fc.assert(
      fc.property(json, fc.constantFrom("steps/toolCallRequest", "protocols/MCP/tools/call"), (payload, method) => {
        const marked = mark(JSON.parse(JSON.stringify(payload)), { count: 0 });
        const text = canonicalText(viewOf(actionOf(JSON.stringify(marked), { method })));
        for (const leaf of leaves(marked, "")) expect(text).toContain(leaf);
      }),
      { numRuns: 120 },
    );
  });
});

/** Gives every leaf a text of its own. */
function mark(value: JsonValue, state: { count: number }): JsonValue {
  if (Array.isArray(value)) return value.map((item) => mark(item, state));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mark(item, state)]));
  }
  state.count += 1;
  return `leaf-${state.count}-`;
}

function leaves(value: JsonValue, path: string): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]: [string, JsonValue]) => leaves(item, `${path}/${name}`));
}
