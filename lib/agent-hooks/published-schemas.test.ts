/** What this contract sends, against the published schemas where they lie beside a checkout. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentContext } from "../testing/agent-contexts";
import { agentHooksSchemas, faultsOf } from "../testing/agent-hooks-schemas";
import { referenceFile } from "../testing/reference";
import { ALLOW, ASK, DENY, saying, write } from "../testing/scripted-guards";
import { createAgentHooks } from "./agent-hooks";
import { createEmitter } from "./emitter";
import type { ApprovalRequest, Composition, IdentityProvider } from "./types";
import { HOST_ERRORS, INTERCEPTION_POINTS } from "./types";

const answers = fc.constantFrom<unknown>(
  ALLOW,
  DENY,
  ASK,
  write(1),
  write(null, "$target"),
  write(1, "$target.missing"),
  "broken",
  { decision: "allow", message: "é".repeat(200), warnings: [{ message: "x" }], evidence: { artefact: "sha256:0" } },
);
const compositions = fc.constantFrom<Composition>(
  { profile: "sequential/first_deny" },
  { profile: "sequential/first_deny", on_approval: "stop" },
  { profile: "sequential/run_all" },
  { profile: "parallel/strictest", on_transform_conflict: "approval" },
  { profile: "parallel/unanimous" },
);
const providers = fc.constantFrom<IdentityProvider>("jcs-sha256", null, { name: "own", identify: () => "x" });
const resolutions = fc.constantFrom<unknown>(null, { outcome: "unresolved" }, { outcome: "approve", verdict: ALLOW });

const published = agentHooksSchemas();

for (const valid of published ? [published] : []) {
  describe("by the published schemas", () => {
    it("every record is valid, whatever happened", async () => {
      const points = fc.constantFrom(...INTERCEPTION_POINTS);
      const modes = fc.constantFrom("enforce" as const, "evaluate_only" as const);
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            points,
            modes,
            compositions,
            providers,
            resolutions,
            answers: fc.array(answers, { maxLength: 3 }),
          }),
          fc.boolean(),
          async (given, isBroken) => {
            const emitter = createEmitter({
              interceptors: given.answers.map(saying),
              mode: given.modes,
              composition: given.compositions,
              identityProvider: given.providers,
              resolver: {
                resolve: ({ context_identity }) => given.resolutions && { context_identity, ...given.resolutions },
              },
            });
            const context = agentContext(given.points, isBroken ? { target: 1n } : {});
            expect(faultsOf(valid.record, (await emitter.emit(context)).record)).toBeNull();
            expect(faultsOf(valid.record, emitter.recordHostFailure(given.points, { detail: "TypeError" }))).toBeNull();
          },
        ),
      );
    });

    it("every context that a session sends is valid at its point", async () => {
      const contexts: { interception_point: string }[] = [];
      const session = createAgentHooks({
        agent: { id: "a", name: "A", version: "1" },
        framework: "reference",
        interceptors: [
          {
            intercept(context) {
              contexts.push(context);
              return { decision: "allow", result_labels: ["l"] };
            },
          },
        ],
      }).session({
        tenant: { id: "t" },
        actor: { id: "u", kind: "human" },
        extensions: { guardian: { intent: "x" } },
      });
      await session.startup(["pay"]);
      await session.input({ parts: ["hi"] }, "external");
      const facts = { id: "m", vendor: "v", params: { t: 1 }, tools: [{ name: "pay" }] };
      const calls = [{ id: "c", name: "pay", args: {} }];
      await session.model(facts, [{ role: "user", content: "hi" }], async () => ({
        content: null,
        tool_calls: calls,
        finish_reason: "tool_calls",
      }));
      await session.tool({ id: "c", name: "pay", args: {} }, () => undefined);
      await session.output("done");
      await session.shutdown("cancelled");
      expect(contexts.map((context) => context.interception_point)).toEqual(INTERCEPTION_POINTS);
      for (const context of contexts) expect(faultsOf(valid.context(context.interception_point), context)).toBeNull();
    });

    it("what a resolver is asked is valid", async () => {
      const requests: ApprovalRequest[] = [];
      const emitter = createEmitter({
        interceptors: [saying(ASK)],
        resolver: { resolve: (request) => void requests.push(request) },
      });
      for (const point of INTERCEPTION_POINTS) await emitter.emit(agentContext(point));
      expect(requests).toHaveLength(INTERCEPTION_POINTS.length - 1);
      for (const request of requests) expect(faultsOf(valid.request, request)).toBeNull();
    });

    it("the reserved reasons are the fourteen of the contract", () => {
      const { reasons } = referenceFile("agent-hooks/spec/reserved-reasons.json") as { reasons: { id: string }[] };
      expect([...HOST_ERRORS].sort()).toEqual(reasons.map(({ id }) => id).sort());
    });
  });
}

describe("the reserved reasons", () => {
  it("are fourteen, and all of them reserved", () => {
    expect(new Set(HOST_ERRORS).size).toBe(14);
    expect(HOST_ERRORS.every((reason) => reason.startsWith("host_error:"))).toBe(true);
  });
});
