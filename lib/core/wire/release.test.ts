import { describe, expect, it } from "vitest";
import { fromPlainObject } from "../json/build";
import { applyRelease, argumentsOf } from "./release";

const call = fromPlainObject({
  tool: { name: "send_mail" },
  capability: "mail.send",
  arguments: { to: { value: "a@example.test", provenance: { provenance_id: "p1" } }, body: { value: { text: "hi" } } },
});
const CALL = "steps/toolCallRequest";
const edit = (modifications: Record<string, unknown>, method = CALL, payload = call) =>
  applyRelease(method, payload, fromPlainObject(modifications));

describe("a modification of a tool call", () => {
  it("replaces argument values and keeps their provenance", () => {
    const released = edit({ parameter_overrides: { to: "b@example.test" } });
    expect(released).toMatchObject({
      ok: true,
      value: { arguments: { to: { value: "b@example.test", provenance: { provenance_id: "p1" } } } },
    });
  });

  it("redacts inside an argument's value", () => {
    const released = edit({ redactions: [{ path: "/arguments/body/value/text" }] });
    expect(released).toMatchObject({ ok: true, value: { arguments: { body: { value: { text: "[REDACTED]" } } } } });
  });

  it("combines edits that do not touch one another", () => {
    const released = edit({
      parameter_overrides: { to: "b@example.test" },
      redactions: [{ path: "/arguments/body/value/text", replacement: "-" }],
    });
    expect(released.ok && argumentsOf(released.value)).toEqual(
      fromPlainObject({ to: "b@example.test", body: { text: "-" } }),
    );
  });

  it.each([
    ["another tool", { redactions: [{ path: "/tool/name" }] }],
    ["another capability", { redactions: [{ path: "/capability" }] }],
    ["provenance", { redactions: [{ path: "/arguments/to/provenance/provenance_id" }] }],
    ["an argument that is no longer one", { redactions: [{ path: "/arguments/to" }] }],
    ["text in its place", { modified_content: "{}" }],
  ])("is refused when it would give %s", (_title, modifications) => {
    expect(edit(modifications)).toMatchObject({ ok: false, failure: { reason: "modify_unsupported" } });
  });

  it("is refused when it is missing", () => {
    expect(applyRelease(CALL, call, undefined)).toMatchObject({ failure: { reason: "modifications_missing" } });
  });

  it("keeps an argument called __proto__ an argument", () => {
    const payload = fromPlainObject({
      tool: { name: "t" },
      arguments: JSON.parse('{"__proto__":{"value":1},"x":{"value":2}}'),
    });
    const released = edit({ parameter_overrides: { x: 3 } }, CALL, payload);
    const args = released.ok ? argumentsOf(released.value) : null;
    expect(Object.entries(args ?? {})).toEqual([
      ["__proto__", 1],
      ["x", 3],
    ]);
  });
});

describe("a modification of what is said or returned", () => {
  it("may replace a message by other text", () => {
    const message = fromPlainObject({ content: [{ type: "text", value: "my card is 4111" }] });
    expect(edit({ modified_content: "my card" }, "steps/userMessage", message)).toMatchObject({
      value: { content: [{ type: "text", value: "my card" }] },
    });
  });

  it("may change an output but not the exit status", () => {
    const result = fromPlainObject({ tool: { name: "t" }, exit_status: "success", outputs: [{ value: "secret" }] });
    const METHOD = "steps/toolCallResult";
    expect(edit({ modified_content: "gone" }, METHOD, result)).toMatchObject({
      value: { outputs: [{ value: "gone" }] },
    });
    expect(edit({ redactions: [{ path: "/exit_status" }] }, METHOD, result)).toMatchObject({
      failure: { reason: "modify_unsupported" },
    });
  });
});

describe("the arguments of a payload", () => {
  it("are none when one has no value", () => {
    expect(argumentsOf(fromPlainObject({ arguments: { a: {} } }))).toBeNull();
  });
});
