import { describe, expect, it } from "vitest";
import { tracedStep } from "../../testing/trace-records";
import { nobleCrypto as c } from "../crypto-noble";
import { canonicalText } from "../json/canonical";
import { eventsOf } from "./ocsf";
import { spanOf } from "./otel";
import type { StepRecord } from "./record";
import { cut, shownStep } from "./redact";

const CANARY = "sk-live-9aF3kQ7xPz2mWv8LtB4nHc6R";

/** Everything that would leave, in both forms, with payloads. */
const leaving = (record: StepRecord): string =>
  JSON.stringify(spanOf(c, record, { content: true })) + JSON.stringify(eventsOf(record, { content: true }));

const call = (args: object, more: object = {}) => ({ tool: { name: "send" }, arguments: args, ...more });

describe("what leaves with a trace", () => {
  it("holds no secret, wherever the step repeats it", () => {
    const record = tracedStep(
      "steps/toolCallRequest",
      call({ api_key: { value: CANARY } }, { raw_command: `send --key ${CANARY}`, operation: CANARY }),
      {
        decision: "deny",
        result: { reasoning: `the key ${CANARY} must not be sent` },
      },
    );
    expect(leaving(record)).toContain("must not be sent");
    expect(leaving(record)).not.toContain(CANARY);
  });

  it("holds nothing that the decision redacted, also where it is quoted", () => {
    const payload = call(
      { note: { value: "Mara's diagnosis" }, to: { value: "dr@example.test" } },
      { raw_command: "send Mara's diagnosis" },
    );
    const redactions = [{ path: "/arguments/note/value", replacement: "[PRIVATE]" }, { path: "/nowhere" }];
    const record = tracedStep("steps/toolCallRequest", payload, {
      decision: "modify",
      result: { reasoning: "quotes Mara's diagnosis", modifications: { redactions } },
    });
    expect(leaving(record)).not.toContain("diagnosis");
    expect(leaving(record)).toContain("[PRIVATE]");
    expect(leaving(record)).toContain("dr@example.test");
  });

  it("shows what was put in the place of a content or an argument", () => {
    const overridden = tracedStep("steps/toolCallRequest", call({ amount: { value: 84000 } }), {
      decision: "modify",
      result: { reasoning: "capped", modifications: { parameter_overrides: { amount: 500 } } },
    });
    expect(leaving(overridden)).not.toContain("84000");
    const replaced = tracedStep(
      "steps/agentResponse",
      { content: [{ type: "text", value: "the recipe is" }] },
      { decision: "modify", result: { reasoning: "replaced", modifications: { modified_content: "I may not say" } } },
    );
    expect(leaving(replaced)).not.toContain("recipe");
    expect(leaving(replaced)).toContain("I may not say");
    expect(spanOf(c, replaced, { content: false }).attributes).toMatchObject({ "acs.agent.id": "support" });
  });

  it("keeps counts, types and origins of what was redacted whole", () => {
    const payload = {
      content: [
        {
          type: "text",
          value: "secret",
          provenance: { provenance_id: "p1", origin: "user_input", source_id: "ward-9" },
        },
      ],
    };
    const record = tracedStep("steps/userMessage", payload, {
      decision: "modify",
      result: { reasoning: "r", modifications: { redactions: [{ path: "/content" }] } },
    });
    expect(spanOf(c, record, { content: true }).attributes).toMatchObject({
      "acs.content.types": ["text"],
      "acs.provenance.origin": ["user_input"],
    });
    expect(leaving(record)).not.toContain("ward-9");
  });

  it("redacts inside wrapped messages by their own places", () => {
    const payload = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "send", arguments: { note: "the diagnosis" } },
    };
    const record = tracedStep("protocols/MCP/tools/call", payload, {
      decision: "modify",
      result: { reasoning: "r", modifications: { redactions: [{ path: "/params/arguments/note" }] } },
    });
    expect(leaving(record)).not.toContain("diagnosis");
  });

  it("holds no payload unless payloads are asked for", () => {
    const record = tracedStep("steps/userMessage", { content: [{ type: "text", value: "plain words" }] });
    expect(
      JSON.stringify(spanOf(c, record, { content: false })) + JSON.stringify(eventsOf(record, { content: false })),
    ).not.toContain("plain words");
    expect(leaving(record)).toContain("plain words");
  });
});

describe("size", () => {
  it("is bounded for long texts, long lists and large payloads", () => {
    const long = "x".repeat(100_000);
    const payload = call(
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`a${index}`, { value: index }])),
      { capability: long },
    );
    const record = tracedStep("steps/toolCallRequest", payload, {
      decision: "deny",
      result: { reasoning: long, reason_codes: Array.from({ length: 5_000 }, (_, index) => `c${index}`) },
    });
    expect(leaving(record).length).toBeLessThan(80_000);
    expect(spanOf(c, record, { content: false }).attributes).toMatchObject({ "acs.capability": "[100000 characters]" });
  });

  it("never cuts a character in half", () => {
    expect(cut("a😀b", 3)).toBe("a…");
    expect(cut("a😀b", 4)).toBe("a😀b");
  });
});

it("treats members named like built-ins as data", () => {
  const payload = JSON.parse(`{"tool":{"name":"t"},"arguments":{"__proto__":{"value":"kept"}}}`) as object;
  expect(canonicalText(shownStep(tracedStep("steps/toolCallRequest", payload)).payload)).toContain(
    '"__proto__":{"value":"kept"}',
  );
});
