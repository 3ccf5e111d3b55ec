/** What this contract sends and accepts, against the published schemas where they lie beside a checkout. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentContext } from "../testing/agent-contexts";
import { referenceFile } from "../testing/reference";
import { ALLOW, ASK, DENY, saying, write } from "../testing/scripted-guards";
import { createAgentHooks } from "./agent-hooks";
import { createEmitter } from "./emitter";
import { checkEnvelope } from "./envelope";
import { checkVerdict } from "./gate";
import type { ApprovalRequest, Composition, IdentityProvider } from "./types";
import { HOST_ERRORS, INTERCEPTION_POINTS } from "./types";

const FOLDER = "agent-hooks/spec/schema";
const BASE = "https://responsibleai.github.io/agent-hooks/schema/v0.1/";
const FILES = ["interception-point", "agent-context", "verdict", "approval", "interception-record"];

type Schema = { readonly $id: string };
const found = FILES.map((name) => referenceFile(`${FOLDER}/${name}.schema.json`) as Schema | null);
const schemas = found.filter((schema) => schema !== null);

function validators() {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  for (const schema of schemas) ajv.addSchema(schema);
  for (const point of INTERCEPTION_POINTS) {
    ajv.addSchema(referenceFile(`${FOLDER}/agent-context/${point}.schema.json`) as Schema, `point/${point}`);
  }
  const get = (id: string) => ajv.getSchema(id) as ValidateFunction;
  return {
    context: (point: string) => get(`point/${point}`),
    verdict: get(`${BASE}verdict.schema.json`),
    record: get(`${BASE}interception-record.schema.json`),
    request: get(`${BASE}approval.schema.json#/$defs/request`),
  };
}

function expectValid(validate: ValidateFunction, value: unknown): void {
  validate(value);
  expect(validate.errors).toBeNull();
}

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

for (const schema of schemas.slice(0, 1)) {
  describe("by the published schemas", () => {
    const valid = validators();

    it(`all five are here, beginning with ${schema.$id}`, () => {
      expect(schemas).toHaveLength(FILES.length);
    });

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
            expectValid(valid.record, (await emitter.emit(context)).record);
            expectValid(valid.record, emitter.recordHostFailure(given.points, { detail: "TypeError" }));
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
      for (const context of contexts) expectValid(valid.context(context.interception_point), context);
    });

    it("every context that passes the check of its point is valid, and none that fails it", () => {
      const members = fc.constantFrom(
        "tool_call",
        "tool_result",
        "response",
        "input",
        "messages",
        "model",
        "agent",
        "summary",
      );
      const values = fc.oneof(fc.jsonValue(), fc.constant({}), fc.constant([]));
      fc.assert(
        fc.property(fc.constantFrom(...INTERCEPTION_POINTS), members, values, (point, member, value) => {
          const context = JSON.parse(JSON.stringify(agentContext(point, { [member]: value })));
          // members of other points are none of the check's business
          fc.pre(member in agentContext(point));
          const passes = checkEnvelope(context) === null;
          if (passes) expectValid(valid.context(point), context);
          expect(valid.context(point)(context)).toBe(passes);
        }),
      );
    });

    it("the gate accepts every verdict that is valid", () => {
      const text = fc.option(fc.string({ maxLength: 20 }));
      const common = {
        reason: text,
        message: text,
        warnings: fc.option(fc.array(fc.record({ reason: text, message: text }, { requiredKeys: [] }))),
        evidence: fc.record({ artefact: text }, { requiredKeys: [] }),
        result_labels: fc.option(fc.array(fc.string({ maxLength: 5 }))),
      };
      const optional = { requiredKeys: ["decision"] as never };
      const verdicts = fc.oneof(
        fc.record({ decision: fc.constant("allow"), ...common }, optional),
        fc.record(
          { decision: fc.constant("deny"), approval: fc.dictionary(fc.string(), fc.jsonValue()), ...common },
          optional,
        ),
        fc.record(
          {
            decision: fc.constant("transform"),
            transform: fc.record({ path: fc.constant("$target.a"), value: fc.jsonValue() }),
            ...common,
          },
          { requiredKeys: ["decision", "transform"] as never },
        ),
      );
      fc.assert(
        fc.property(verdicts, (verdict) => {
          const plain = JSON.parse(JSON.stringify(verdict));
          fc.pre(valid.verdict(plain));
          const checked = checkVerdict(plain, "output");
          expect(checked.ok).toBe(true);
          if (checked.ok) expectValid(valid.verdict, checked.value);
        }),
      );
    });

    it("what a resolver is asked is valid", async () => {
      const requests: ApprovalRequest[] = [];
      const emitter = createEmitter({
        interceptors: [saying(ASK)],
        resolver: { resolve: (request) => void requests.push(request) },
      });
      for (const point of INTERCEPTION_POINTS) await emitter.emit(agentContext(point));
      expect(requests).toHaveLength(INTERCEPTION_POINTS.length - 1);
      for (const request of requests) expectValid(valid.request, request);
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
