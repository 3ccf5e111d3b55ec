/** What this contract accepts, against the published schemas where they lie beside a checkout. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentContext } from "../testing/agent-contexts";
import { agentHooksSchemas, faultsOf } from "../testing/agent-hooks-schemas";
import { checkEnvelope } from "./envelope";
import { checkVerdict } from "./gate";
import { INTERCEPTION_POINTS } from "./types";

const published = agentHooksSchemas();

for (const valid of published ? [published] : []) {
  describe("by the published schemas", () => {
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
          if (passes) expect(faultsOf(valid.context(point), context)).toBeNull();
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
          if (checked.ok) expect(faultsOf(valid.verdict, checked.value)).toBeNull();
        }),
      );
    });
  });
}

describe("the check of a context", () => {
  it.each(INTERCEPTION_POINTS)("passes a plain one at %s", (point) => {
    expect(checkEnvelope(agentContext(point) as never)).toBeNull();
  });
});
