import { describe, expect, it } from "vitest";
import { agentContext, toolContext } from "../testing/agent-contexts";
import { ALLOW, ASK, saying, write } from "../testing/scripted-guards";
import { createEmitter } from "./emitter";
import type { ApprovalRequest, ContractOptions, InterceptionPoint } from "./types";

const CONTEXT = toolContext({ amount: 5 });

const emitterOf = (resolve: (request: ApprovalRequest) => unknown, options: Partial<ContractOptions> = {}) =>
  createEmitter({ interceptors: [saying(ASK)], resolver: { resolve }, ...options });

/** What the answer comes to. The identity is echoed where the answer does not name one. */
async function resolved(answer: object, options: Partial<ContractOptions> = {}) {
  const emitter = emitterOf(({ context_identity }) => ({ context_identity, ...answer }), options);
  const { record, permitted } = await emitter.emit(CONTEXT);
  return [permitted ? "permitted" : record.verdict.reason, record.resolved_by];
}

const failed = ["host_error:approval_resolver_failed", "rejection"];
const mismatch = ["host_error:approval_identity_mismatch", "rejection"];
const invalid = ["host_error:verdict_invalid", "rejection"];

describe("the answer of a resolver", () => {
  it.each<[string, object, unknown[]]>([
    ["approves with a permit", { outcome: "approve", verdict: ALLOW }, ["permitted", "approval"]],
    ["approves with a transform", { outcome: "approve", verdict: write(1) }, ["permitted", "approval"]],
    ["rejects", { outcome: "reject", verdict: { decision: "deny", reason: "by_oncall" } }, ["by_oncall", "rejection"]],
    ["is undecided", { outcome: "unresolved" }, ["host_error:approval_unresolved", "rejection"]],
    [
      "is undecided, and null means absent",
      { outcome: "unresolved", verdict: null },
      ["host_error:approval_unresolved", "rejection"],
    ],
  ])("that %s", async (_, answer, expected) => {
    expect(await resolved(answer)).toEqual(expected);
  });

  it.each<[string, object, unknown[]]>([
    ["1: another identity, before all else", { context_identity: "sha256:0", outcome: "maybe" }, mismatch],
    ["1: no identity", { context_identity: undefined, outcome: "approve", verdict: ALLOW }, mismatch],
    ["1: null, where there is one", { context_identity: null, outcome: "approve", verdict: ALLOW }, mismatch],
    ["2: an outcome that is none", { outcome: "maybe", verdict: { decision: "warn" } }, failed],
    ["2: approve without a verdict", { outcome: "approve" }, failed],
    ["2: reject without a verdict", { outcome: "reject", verdict: null }, failed],
    ["2: undecided with a verdict", { outcome: "unresolved", verdict: ALLOW }, failed],
    ["3: a verdict that the gate refuses", { outcome: "approve", verdict: { decision: "escalate" } }, invalid],
    ["3: a verdict that cannot be JSON", { outcome: "approve", verdict: { decision: "allow", x: 1n } }, invalid],
    ["3: a reserved reason", { outcome: "reject", verdict: { decision: "deny", reason: "host_error:x" } }, invalid],
    ["4: approve with a deny", { outcome: "approve", verdict: { decision: "deny" } }, invalid],
    ["4: reject with a permit", { outcome: "reject", verdict: ALLOW }, invalid],
  ])("fails at step %s", async (_, answer, expected) => {
    expect(await resolved(answer)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["undefined", undefined],
    ["text", "approve"],
    ["a list", []],
    ["unreadable", Object.defineProperty({}, "context_identity", { get: () => JSON.parse("{") })],
  ])("that is %s is a failure of the resolver, with a record", async (_, answer) => {
    const emitter = emitterOf(() => answer);
    const { record, permitted } = await emitter.emit(CONTEXT);
    expect(permitted).toBe(false);
    expect([record.verdict.reason, record.resolved_by, record.decided_by]).toEqual([...failed, 0]);
    expect(emitter.recent).toHaveLength(1);
  });

  it("that never comes is a failure of the resolver, on a clock of its own", async () => {
    const signals: AbortSignal[] = [];
    const { record } = await createEmitter({
      interceptors: [saying(ASK)],
      interceptorTimeoutMs: 60_000,
      resolverTimeoutMs: 1,
      resolver: { resolve: (_, signal) => new Promise(() => signals.push(signal)) },
    }).emit(CONTEXT);
    expect([record.verdict.reason, record.resolved_by]).toEqual(failed);
    expect(signals[0]?.aborted).toBe(true);
  });

  it("may take longer than an interceptor", async () => {
    const { permitted } = await createEmitter({
      interceptors: [saying(ASK)],
      interceptorTimeoutMs: 1,
      resolver: {
        resolve: ({ context_identity }) =>
          new Promise((settle) => {
            setTimeout(() => settle({ outcome: "approve", context_identity, verdict: ALLOW }), 20);
          }),
      },
    }).emit(CONTEXT);
    expect(permitted).toBe(true);
  });

  it("of null is the echo where no identity is declared", async () => {
    const options = { identityProvider: null };
    expect(await resolved({ outcome: "approve", verdict: ALLOW }, options)).toEqual(["permitted", "approval"]);
    expect(await resolved({ context_identity: "x", outcome: "approve", verdict: ALLOW }, options)).toEqual(mismatch);
  });

  it("that rejects with a deny of its own kind is not asked about again", async () => {
    let asked = 0;
    const verdict = { decision: "deny", reason: "later", approval: {} };
    const emitter = emitterOf(({ context_identity }) => {
      asked += 1;
      return { outcome: "reject", context_identity, verdict };
    });
    const { record } = await emitter.emit(CONTEXT);
    expect(asked).toBe(1);
    expect(record.verdict).toEqual({ decision: "deny", reason: "later", approval: {} });
  });
});

describe("the seam", () => {
  it("lets a deny stand where no resolver is registered: that is no error", async () => {
    const { record } = await createEmitter({ interceptors: [saying(ASK)] }).emit(CONTEXT);
    expect(record.verdict).toEqual({ decision: "deny", reason: "ask", approval: {} });
    expect(record).not.toHaveProperty("resolved_by");
  });

  it.each<[string, InterceptionPoint, object]>([
    ["a plain deny", "pre_tool_call", { interceptors: [saying({ decision: "deny" })] }],
    ["the end of a session", "agent_shutdown", {}],
    ["a point that is only evaluated", "pre_tool_call", { mode: "evaluate_only" }],
  ])("is not consulted about %s", async (_, point, options) => {
    let asked = 0;
    await emitterOf(() => ++asked, options).emit(agentContext(point));
    expect(asked).toBe(0);
  });

  it("is consulted about the context as earlier transforms left it, by its own identity", async () => {
    const requests: ApprovalRequest[] = [];
    const emitter = emitterOf(
      (request) => {
        requests.push(request);
        return { outcome: "unresolved", context_identity: request.context_identity };
      },
      { interceptors: [saying(write(1)), saying(ASK)] },
    );
    const { record } = await emitter.emit(CONTEXT);
    const [request] = requests;
    expect(request).toMatchObject({
      interception_point: "pre_tool_call",
      context: { target: { amount: 1 }, tool_call: { args: { amount: 1 } } },
      verdict: { decision: "deny", reason: "ask", approval: { item: 1 } },
    });
    expect(request?.context_identity).toBe(record.enforced_identity);
    expect(request?.context_identity).not.toBe(record.input_identity);
  });

  it("gives the resolver copies: what it does to them has no effect", async () => {
    const emitter = emitterOf((request) => {
      const { context_identity } = request;
      (request.context.target as { amount: number }).amount = 1;
      (request as { context_identity: unknown }).context_identity = "x";
      return { outcome: "approve", context_identity, verdict: ALLOW };
    });
    expect(await emitter.emit(CONTEXT)).toMatchObject({ permitted: true, target: { amount: 5 } });
  });
});
