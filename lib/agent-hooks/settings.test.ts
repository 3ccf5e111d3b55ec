import { describe, expect, it } from "vitest";
import { toolContext } from "../testing/agent-contexts";
import { ALLOW, saying } from "../testing/scripted-guards";
import { createEmitter } from "./emitter";
import type { ContractOptions, Interceptor } from "./types";

const allowAll = saying(ALLOW);
const emitterOf = (options: Partial<ContractOptions> = {}) => createEmitter({ interceptors: [allowAll], ...options });

describe("options that do not say what is enforced", () => {
  it.each<[string, object]>([
    ["a profile that is none", { composition: { profile: "parallel/majority" } }],
    ["a knob of another profile", { composition: { profile: "sequential/first_deny", on_approval: "approval" } }],
    ["a mode that is none", { mode: "audit" }],
    ["a mode for a point that is none", { mode: { tool: "enforce" } }],
    ["a reserved provider name", { identityProvider: { name: "jcs-2", identify: () => "" } }],
    ["no time for interceptors", { interceptorTimeoutMs: 0 }],
    ["a time that is none", { resolverTimeoutMs: Number.NaN }],
    ["a binding to a point that is none", { interceptors: [{ at: ["tool"], intercept: () => ALLOW }] }],
    ["interceptors that are no list", { interceptors: undefined }],
  ])("are refused: %s", (_, options) => {
    expect(() => emitterOf(options as Partial<ContractOptions>)).toThrow(TypeError);
  });

  it("are fixed before the first emission", async () => {
    const interceptors: Interceptor[] = [{ intercept: () => ({ decision: "deny" }) }];
    const emitter = createEmitter({ interceptors });
    interceptors.pop();
    expect((await emitter.emit(toolContext({}))).record).toMatchObject({ interceptors_registered: 1, decided_by: 0 });
  });
});
