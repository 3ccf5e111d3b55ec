import { describe, expect, it } from "vitest";
import { type ModelStep, SessionModel, toolCall } from "../../testing/session-model";
import { grantIntent } from "../session/intent";
import { paradigmFindings } from "./paradigm-rules";

const shell = (args: { readonly [name: string]: unknown }, more: object = {}): ModelStep =>
  toolCall("shell", Object.fromEntries(Object.entries(args).map(([name, value]) => [name, [value]])), more);

const LOG = shell({ command: "git log --oneline" });

function session(): SessionModel {
  const model = new SessionModel({ ibac: { on_mismatch: "ask", max_extensions: 9 } });
  const parsed = [{ tool: "search" }];
  const parser_provenance = { provenance_id: "pi", origin: "user_input" };
  model.take({ method: "steps/sessionStart", payload: { intent: { parsed, parser_provenance } } });
  return model;
}

const proposedBy = (step: ModelStep, model = session()) =>
  paradigmFindings(model.input(step))[0]?.intent_extension?.capabilities;

/** A session in which a person granted what this step proposed. */
function sessionAfter(step: ModelStep): SessionModel {
  const model = session();
  const capabilities = proposedBy(step, model);
  if (capabilities === undefined) throw new Error("nothing was proposed");
  const facts = { approval_id: "a", approver: "u", entry_id: "e" };
  model.context = grantIntent(model.context, { capabilities, ...facts });
  return model;
}

const asks = (model: SessionModel, step: ModelStep) => paradigmFindings(model.input(step)).length > 0;

describe("what a person grants for a session", () => {
  it("covers the very same call, however its members are ordered", () => {
    const model = sessionAfter(shell({ command: "ls", cwd: "/srv" }));
    expect(asks(model, shell({ cwd: "/srv", command: "ls" }))).toBe(false);
  });

  it.each([
    ["another command", shell({ command: "git push --force" })],
    ["a longer command", shell({ command: "git log --oneline; git push" })],
    ["another spelling", shell({ command: "git log  --oneline" })],
    ["one more argument", shell({ command: "git log --oneline", cwd: "/" })],
    ["no argument", shell({})],
    ["an empty argument", shell({ command: "" })],
    ["another type", shell({ command: ["git log --oneline"] })],
    ["another operation", shell({ command: "git log --oneline" }, { operation: "execute" })],
    ["a command beside the arguments", shell({ command: "git log --oneline" }, { raw_command: "git push" })],
    ["another provider", shell({ command: "git log --oneline" }, { tool: { name: "shell", provider: "x" } })],
    ["another tool", toolCall("bash", { command: ["git log --oneline"] })],
    ["a resource that is spelled like the grant", toolCall("shell", { path: [proposedBy(LOG)?.[0]?.resource] })],
  ])("does not cover %s", (_, step) => {
    const model = sessionAfter(LOG);
    expect(asks(model, LOG)).toBe(false);
    expect(asks(model, step)).toBe(true);
  });

  it.each([
    ["a path with a star", toolCall("read", { path: ["docs/*"] }), toolCall("read", { path: ["docs/secret"] })],
    ["one of several recipients", toolCall("mail", { to: ["a@x"] }), toolCall("mail", { to: [["a@x", "b@x"]] })],
    ["a tool whose name ends in a star", toolCall("fs.*", { n: [1] }), toolCall("fs.delete", { n: [1] })],
  ])("takes nothing for a pattern: %s", (_, granted, other) => {
    expect(asks(sessionAfter(granted), other)).toBe(true);
  });

  it.each([
    ["has no arguments", shell({})],
    ["has an empty one", shell({ command: " " })],
    ["has a null one", shell({ command: null, cwd: "/srv" })],
    ["is too long to keep", shell({ command: "x".repeat(2000) })],
    ["holds a secret", shell({ command: "curl", headers: { Authorization: "Bearer CANARY-7f3a9" } })],
  ])("is not learnt from a call that %s", (_, step) => {
    expect(asks(session(), step)).toBe(true);
    expect(proposedBy(step)).toBeUndefined();
  });
});
