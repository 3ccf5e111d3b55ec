/** Where the published SDK departs from its own text, the text holds. One test for each departure that is known. */
import { describe, expect, it } from "vitest";
import { toolContext } from "../testing/agent-contexts";
import { ALLOW, ASK, saying, write } from "../testing/scripted-guards";
import { createAgentHooks } from "./agent-hooks";
import { createEmitter } from "./emitter";
import type { ContractOptions } from "./types";

const CONTEXT = toolContext({ amount: 5 });
const emit = (options: Partial<ContractOptions>, context: unknown = CONTEXT) =>
  createEmitter({ interceptors: [saying(ALLOW)], ...options }).emit(context);
const answering = (answer: object) =>
  emit({
    interceptors: [saying(ASK)],
    resolver: { resolve: ({ context_identity }) => ({ context_identity, ...answer }) },
  });

describe("where the published SDK departs from its text", () => {
  it("an approval without a verdict is a failure of the resolver, not an open question", async () => {
    const { verdict } = await answering({ outcome: "approve" });
    expect(verdict.reason).toBe("host_error:approval_resolver_failed");
  });

  it("an open question with a verdict is a failure of the resolver", async () => {
    const { verdict } = await answering({ outcome: "unresolved", verdict: { decision: "deny" } });
    expect(verdict.reason).toBe("host_error:approval_resolver_failed");
  });

  it("an unknown outcome with a deny is a failure of the resolver, not a rejection", async () => {
    const { verdict } = await answering({ outcome: "refuse", verdict: { decision: "deny", reason: "no" } });
    expect(verdict.reason).toBe("host_error:approval_resolver_failed");
  });

  it("a resolver that answers null leaves a record", async () => {
    const { record } = await emit({ interceptors: [saying(ASK)], resolver: { resolve: () => null } });
    expect(record.verdict.reason).toBe("host_error:approval_resolver_failed");
  });

  it("a provider that answers a number leaves a record", async () => {
    const identify = () => 7 as unknown as string;
    const { record } = await emit({ identityProvider: { name: "own", identify } });
    expect(record).toMatchObject({ verdict: { reason: "host_error:context_invalid" }, identity_provider: "own" });
  });

  it.each([
    ["a lone surrogate", "\ud800"],
    ["too many levels", JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`)],
  ])("%s leaves a record", async (_, amount) => {
    const { record } = await emit({}, toolContext({ amount }));
    expect(record).toMatchObject({ verdict: { reason: "host_error:context_invalid" }, sequence: 3 });
  });

  it("a transform may write null", async () => {
    const { permitted, target } = await emit({ interceptors: [saying(write(null))] });
    expect([permitted, target]).toEqual([true, { amount: null }]);
  });

  it("a transform that fails in run_all says that others were not called", async () => {
    const interceptors = [saying(write(1, "$target.missing")), saying(ALLOW)];
    const { record } = await emit({ interceptors, composition: { profile: "sequential/run_all" } });
    expect(record.fold_truncated).toBe(true);
  });

  it("a message is cut to 256 bytes and an ellipsis, as there, so that records can be compared", async () => {
    const { record } = await emit({ interceptors: [saying({ decision: "allow", message: "x".repeat(400) })] });
    expect(new TextEncoder().encode(record.verdict.message as string).length).toBe(259);
  });

  it.each([
    ["a host-made deny", { outcome: "unresolved" }],
    ["a plain rejection", { outcome: "reject", verdict: { decision: "deny" } }],
  ])("a failed consultation names the interceptor that was asked about: %s", async (_, answer) => {
    expect((await answering(answer)).record).toMatchObject({ decided_by: 0, resolved_by: "rejection" });
  });

  it("a rejection that could itself be lifted stands, as there", async () => {
    const { verdict } = await answering({ outcome: "reject", verdict: { ...ASK, reason: "still" } });
    expect(verdict).toEqual({ decision: "deny", reason: "still", approval: { item: 1 } });
  });

  it("a rewritten response is the one that the loop goes on with, also its tool calls", async () => {
    const call = { id: "c", name: "pay", args: { amount: 1 } };
    const rewritten = { content: null, tool_calls: [call], finish_reason: "tool_calls" };
    const session = createAgentHooks({
      agent: { id: "a" },
      framework: "reference",
      interceptors: [{ at: ["post_model_call"], ...saying(write(rewritten, "$target")) }],
    }).session();
    await session.startup([]);
    const response = await session.model({ id: "m" }, [], async () => ({
      ...rewritten,
      tool_calls: [{ ...call, args: { amount: 9 } }],
    }));
    expect(response).toEqual(rewritten);
  });

  it("people have a time limit of their own", async () => {
    const { permitted } = await emit({
      interceptors: [saying(ASK)],
      interceptorTimeoutMs: 1,
      resolver: {
        async resolve({ context_identity }, signal) {
          await new Promise((later) => setTimeout(later, 5));
          return { outcome: signal.aborted ? "unresolved" : "approve", context_identity, verdict: ALLOW };
        },
      },
    });
    expect(permitted).toBe(true);
  });
});
