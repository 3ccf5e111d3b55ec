/** Every hook answers with what it permits; clients that cannot MODIFY or ASK get what ACS puts in their place (W§16, §6.5). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../core/json/value";
import { auditActions, bundleOf, PERMIT_ALL } from "../testing/probes";
import { toolCall, userMessage } from "../testing/scripted-agent";
import { everyHook, openSession, send, type World, world } from "../testing/world";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

const MCP = "protocols/MCP/resources/read";
const redaction = (method: string, pointer: string) => ({
  id: `redact-${method.replace(/\W+/g, "-").toLowerCase()}`,
  text: `@disposition("modify") @redact("${pointer}") @reason("It is secret.")
    forbid (principal, action == Action::"${method}", resource);`,
});

const traced = (value: string) => ({ value, provenance: { provenance_id: `p-${value}`, origin: "retrieved" } });
const summary = { value: "said", provenance: { provenance_id: "ps", origin: "agent_generated", derived_from: [] } };

/** Every hook where MODIFY is permitted, with the place that is redacted. */
const EDITS: readonly [method: string, pointer: string, payload: object][] = [
  ["steps/agentTrigger", "/trigger_source", { trigger_type: "system", trigger_source: "mail" }],
  ["steps/userMessage", "/content/0/value", userMessage("hi")],
  ["steps/agentResponse", "/content/0/value", userMessage("hi")],
  ["steps/knowledgeRetrieval", "/results/0/value", { query: { value: "q" }, results: [traced("r")] }],
  ["steps/memoryContextRetrieval", "/results/0/value", { results: [traced("m")] }],
  ["steps/memoryStore", "/content/value", { content: traced("s") }],
  ["steps/toolCallRequest", "/arguments/q/value", toolCall("lookup", { q: "secret" })],
  ["steps/toolCallResult", "/outputs/0/value", { tool: { name: "x" }, exit_status: "blocked", outputs: [traced("o")] }],
  [
    "steps/postCompact",
    "/summary/value",
    {
      summary,
      entries_compacted: ["s1"],
      pre_compact_chain_hash: "0".repeat(64),
      post_compact_chain_hash: "0".repeat(64),
    },
  ],
  [MCP, "/params/uri", { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "file:///etc/shadow" } }],
];

describe("MODIFY", () => {
  beforeAll(() =>
    w.publish(bundleOf("edits", [PERMIT_ALL, ...EDITS.map(([method, pointer]) => redaction(method, pointer))])),
  );

  it.each(EDITS)("at %s redacts %s", async (method, pointer, payload) => {
    const session = await openSession(w.guardian, await w.agent(), { hello: everyHook(MCP) });
    const answer = await send(w.guardian, session.message(method, payload));
    expect([answer.decision, answer.result.modifications]).toEqual(["modify", { redactions: [{ path: pointer }] }]);
  });

  it.each(EDITS)("at %s is put to a client that cannot apply it as ACS says", async (method, pointer, payload) => {
    const session = await openSession(w.guardian, await w.agent({ canModify: false }), { hello: everyHook(MCP) });
    const answer = await send(w.guardian, session.message(method, payload));
    const isAudit = method === "steps/postCompact";
    expect(answer.decision).toBe(isAudit ? "allow" : "deny");
    expect(answer.codes).toContain("modify_unsupported");
    expect(answer.codes).not.toContain("disposition_not_permitted");
    expect(answer.result.reasoning).toContain(pointer);
    expect(answer.result.modifications).toBeUndefined();
    expect(await auditActions(w, session)).toContain("modify_unsupported");
  });
});

describe("an edit that the step cannot take", () => {
  it.each([
    ["names no argument of the call", '@override("{\\"amount\\":5}")'],
    ["steps into a text", '@redact("/arguments/q/value/deeper")'],
    ["counts beyond a list", '@redact("/arguments/list/value/7")'],
    ["names the place after the last item", '@redact("/arguments/list/value/-")'],
    ["puts a text where an object must be", '@redact("/tool")'],
    ["puts a text where an argument must be", '@redact("/arguments/q")'],
  ])("%s: the step is denied, nothing is skipped", async (_title, annotation) => {
    const text = `@disposition("modify") ${annotation} forbid (principal, action == Action::"steps/toolCallRequest", resource);`;
    await w.publish(bundleOf("trap", [PERMIT_ALL, { id: "trap", text }]));
    const session = await openSession(w.guardian, await w.agent());
    const answer = await send(
      w.guardian,
      session.message("steps/toolCallRequest", toolCall("t", { q: "x", list: [1] })),
    );
    expect([answer.decision, answer.codes]).toEqual(["deny", ["modification_inapplicable"]]);
  });
});

describe("a disposition that the hook does not permit", () => {
  const asking = (method: string, disposition: string) => ({
    id: `${disposition}-it`,
    text: `@disposition("${disposition}") @reason("Somebody should look.") ${disposition === "modify" ? '@redact("/reason")' : ""}
      forbid (principal, action == Action::"${method}", resource);`,
  });

  it.each([
    ["steps/userMessage", "ask", "deny", userMessage("hi")],
    ["steps/turnStart", "defer", "deny", { turn_id: "t1", triggered_by: "agent_loop" }],
    ["steps/skillUnload", "deny", "allow", { skill_id: "s", reason: "replaced" }],
    ["steps/turnEnd", "ask", "allow", { turn_id: "t1", outcome: "completed" }],
    ["steps/sessionEnd", "modify", "allow", { reason: "completed" }],
    ["agbom/snapshot", "ask", "deny", { components: [] }],
  ])("%s %s becomes %s, says so and is audited", async (method, disposition, answered, payload) => {
    await w.publish(bundleOf(`${method} ${disposition}`, [PERMIT_ALL, asking(method, disposition)]));
    const session = await openSession(w.guardian, await w.agent(), { hello: everyHook() });
    const answer = await send(w.guardian, session.message(method, payload as JsonObject));
    expect(answer.decision).toBe(answered);
    expect(answer.codes).toContain("disposition_not_permitted");
    expect(answer.result.reasoning).toContain(`${disposition} is not permitted at this hook`);
    expect(await auditActions(w, session)).toContain("disposition_not_permitted");
    for (const member of ["ask_details", "defer_details", "modifications"])
      expect(answer.result[member]).toBeUndefined();
  });
});
