import { describe, expect, it } from "vitest";
import { toolContext } from "../testing/agent-contexts";
import { ALLOW, ASK, approving, saying } from "../testing/scripted-guards";
import { createEmitter } from "./emitter";
import { contextIdentity } from "./identity";
import type { AgentContext, ApprovalRequest, ContractOptions } from "./types";

const CONTEXT = toolContext({ amount: 5 });

const emitterOf = (resolve: (request: ApprovalRequest) => unknown, options: Partial<ContractOptions> = {}) =>
  createEmitter({ interceptors: [saying(ASK)], resolver: { resolve }, ...options });

const failed = ["host_error:approval_resolver_failed", "rejection"];

describe("a redactor", () => {
  const hide = (context: AgentContext): AgentContext =>
    ({ ...context, target: "[redacted]", extensions: { host: { redacted: ["$target"] } } }) as AgentContext;

  it("changes what the approver sees and its identity, and neither the record nor the action", async () => {
    const requests: ApprovalRequest[] = [];
    const emitter = emitterOf(
      (request) => {
        requests.push(request);
        const identity = contextIdentity(request.context);
        return { outcome: "approve", context_identity: identity.ok ? identity.value : null, verdict: ALLOW };
      },
      { redactForApproval: hide },
    );
    const { permitted, record, target } = await emitter.emit(CONTEXT);
    expect([permitted, target]).toEqual([true, { amount: 5 }]);
    expect(requests[0]?.context.target).toBe("[redacted]");
    expect(requests[0]?.context_identity).not.toBe(record.input_identity);
    expect(record.enforced_identity).toBe(record.input_identity);
  });

  it("may put text where arguments were", async () => {
    const { permitted } = await createEmitter({
      interceptors: [saying(ASK)],
      resolver: approving(ALLOW),
      redactForApproval: (context) =>
        ({ ...context, target: "[redacted]", tool_call: { id: "c-1", name: "pay", args: "[redacted]" } }) as never,
    }).emit(CONTEXT);
    expect(permitted).toBe(true);
  });

  it.each<[string, (context: AgentContext) => unknown]>([
    ["throws", () => JSON.parse("{")],
    ["gives what is no JSON", () => ({ when: new Date(0) })],
    ["gives what has no identity", () => ({})],
    ["gives nothing", () => undefined],
  ])("that %s is a failure of the approval", async (_, redact) => {
    let asked = 0;
    const emitter = emitterOf(() => ++asked, { redactForApproval: redact as ContractOptions["redactForApproval"] });
    const { record } = await emitter.emit(CONTEXT);
    expect([record.verdict.reason, record.resolved_by, asked]).toEqual([...failed, 0]);
  });

  it("cannot change the context that is enforced", async () => {
    const spoil = (context: AgentContext) => {
      (context.target as { amount: number }).amount = 1;
      return context;
    };
    const emitter = createEmitter({
      interceptors: [saying(ASK)],
      resolver: approving(ALLOW),
      redactForApproval: spoil,
    });
    expect((await emitter.emit(CONTEXT)).target).toEqual({ amount: 5 });
  });
});
