/** What bans and the AgBOM decide and report about steps. */
import { describe, expect, it } from "vitest";
import { fromPlainObject } from "../json/build";
import type { RuleInput } from "../policy/types";
import { type DeclaredComponent, EMPTY_CONTEXT, NO_KNOWLEDGE } from "../session/context";
import type { Ban } from "./ban";
import { banFindings, settledComponents } from "./ban-findings";
import { componentNotes } from "./notes";
import { usesOf } from "./uses";

const CALL = "steps/toolCallRequest";
const ban = (terms: Partial<Ban>): Ban => ({
  id: "b1",
  type: null,
  name: null,
  version_range: null,
  provider: null,
  endpoint: null,
  digest: null,
  reason: "leaks data",
  expires_at: null,
  ...terms,
});

interface Given {
  readonly method?: string;
  readonly payload: object;
  readonly metadata?: object;
  readonly bans?: readonly Ban[];
  readonly components?: readonly (readonly DeclaredComponent[])[];
  readonly hasAgbom?: boolean;
  readonly settings?: RuleInput["paradigms"];
}

function input(given: Given) {
  const method = given.method ?? CALL;
  return {
    step: { method, agent_id: "a", session_id: "s" },
    request_id: "r",
    payload: fromPlainObject(given.payload),
    metadata: fromPlainObject(given.metadata ?? {}),
    context: {
      ...EMPTY_CONTEXT,
      agbom: given.hasAgbom === false ? null : { hash: "0".repeat(64), components: 1, seq: 2 },
    },
    knowledge: { ...NO_KNOWLEDGE, components: given.components ?? [] },
    paradigms: given.settings ?? {},
    now: 1000,
    bans: given.bans ?? [],
  };
}
const call = (name: string, more: object = {}) => ({ tool: { name, ...more }, arguments: {} });
const declared = (component: object, more: Partial<DeclaredComponent> = {}): DeclaredComponent => ({
  component: fromPlainObject(component),
  held_by: [],
  changed: false,
  ...more,
});
const mail = (members: object = {}) => ({
  id: "t-mail",
  type: "tool",
  name: "mail",
  version: "1.0.0",
  provider: "acme",
  tool_fields: { capability: "mail.send" },
  ...members,
});

describe("a banned component", () => {
  it.each([
    ["a tool at use", CALL, call("mail"), {}],
    [
      "a tool in a wrapped MCP call",
      "protocols/MCP/tools/call",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "mail" } },
      {},
    ],
    [
      "a server named by the tool of a wrapped MCP call",
      "protocols/MCP/tools/call",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "MCP__mail__send" } },
      {},
    ],
    ["a server named by the envelope", CALL, call("read"), { mcp_server_id: "Mail" }],
    ["a server named by the tool", CALL, call("mcp__mail__send"), {}],
    [
      "a server that says who it is",
      "protocols/MCP/initialize",
      { jsonrpc: "2.0", id: 1, result: { serverInfo: { name: "mail", version: "1" } } },
      {},
    ],
    ["a component of a snapshot", "agbom/snapshot", { components: [mail()] }, {}],
    ["a component that a change brings", "agbom/changed", { agbom: { changed: [mail()] } }, {}],
    [
      "a skill at registration",
      "steps/skillRegister",
      { skill_id: "mail", definition: { digest: { algorithm: "sha-256", value: "00" } }, declared_capabilities: [] },
      {},
    ],
    [
      "a part of a skill",
      "steps/skillRegister",
      {
        skill_id: "s",
        definition: { digest: { algorithm: "sha-256", value: "00" } },
        declared_capabilities: [],
        composition: { tools: ["mail"] },
      },
      {},
    ],
    [
      "a skill at load",
      "steps/skillLoad",
      { skill_id: "mail", digest: { algorithm: "sha-256", value: "00" }, load_trigger: "user", load_path: [] },
      {},
    ],
    [
      "a skill on the load path",
      "steps/skillLoad",
      {
        skill_id: "s",
        digest: { algorithm: "sha-256", value: "00" },
        load_trigger: "user",
        load_path: [{ skill_id: "mail" }, { skill_id: "s" }],
      },
      {},
    ],
    [
      "a knowledge source",
      "steps/knowledgeRetrieval",
      { query: { value: "q" }, results: [], source: { name: "mail" } },
      {},
    ],
    ["a memory store", "steps/memoryStore", { content: { value: "v" }, memory_store: { name: "mail" } }, {}],
    ["a model at session start", "steps/sessionStart", { platform_context: { model: "mail" } }, {}],
    [
      "a peer that triggers",
      "steps/agentTrigger",
      { trigger_type: "a2a_inbound", trigger_source: { agent_id: "mail" } },
      {},
    ],
  ])("is denied: %s", (_, method, payload, metadata) => {
    const found = banFindings(input({ method, payload, metadata, bans: [ban({ name: "mail" })], hasAgbom: false }));
    expect(found).toEqual([
      expect.objectContaining({
        rule_id: "ban/b1",
        disposition: "deny",
        reason_code: "component_banned",
        paradigm: "bans",
      }),
    ]);
    expect(found[0]?.reason).toContain("b1");
    expect(found[0]?.reason).toContain("leaks data");
  });

  it("is denied through the server that declares it", () => {
    const files = {
      id: "m",
      type: "mcp_server",
      name: "files",
      version: "1",
      endpoint: "https://x.test",
      mcp_server_fields: { tools: ["t-mail"] },
    };
    const holder = { component: fromPlainObject(files), changed: false };
    const components = [[declared(mail(), { held_by: ["m"], holders: [holder] })]];
    const found = banFindings(
      input({ payload: call("mail"), components, bans: [ban({ type: "mcp_server", name: "files" })] }),
    );
    expect(found[0]).toMatchObject({
      disposition: "deny",
      data: { ban_id: "b1", component: { type: "mcp_server", through: "mail" } },
    });
  });

  it("is told once for each component, and counted beyond twenty", () => {
    const components = Array.from({ length: 50 }, (_, index) =>
      mail({ id: `t${index}`, name: `mail`, version: `1.0.${index}` }),
    );
    expect(
      banFindings(input({ method: "agbom/snapshot", payload: { components }, bans: [ban({ name: "mail" })] })),
    ).toHaveLength(1);
    const named = components.map((component, index) => ({ ...component, name: `mail-${index}`, provider: "evil" }));
    const found = banFindings(
      input({ method: "agbom/snapshot", payload: { components: named }, bans: [ban({ provider: "evil" })] }),
    );
    expect(found).toHaveLength(20);
    expect(found[0]?.data).toMatchObject({ more: 30 });
  });

  it("is let go when the ban is over, and everything else is let alone", () => {
    expect(banFindings(input({ payload: call("mail"), bans: [ban({ name: "mail", expires_at: 1000 })] }))).toEqual([]);
    expect(banFindings(input({ payload: call("post"), bans: [ban({ name: "mail" })] }))).toEqual([]);
  });
});

describe("a definition that changed", () => {
  const asks = (component: object, changed: boolean) =>
    banFindings(input({ payload: call("mail"), components: [[declared(component, { changed })]] }));

  it("asks at the next call, by a rule that covers this definition only", () => {
    expect(asks(mail(), false)).toEqual([]);
    const [first] = asks(mail({ endpoint: "https://a.test" }), true);
    const [second] = asks(mail({ endpoint: "https://b.test" }), true);
    expect(first).toMatchObject({
      disposition: "ask",
      reason_code: "component_definition_changed",
      paradigm: "agbom",
      data: { component_ids: ["t-mail"] },
    });
    expect(first?.rule_id).not.toBe(second?.rule_id);
    expect(settledComponents(first ? [first] : [])).toEqual(["t-mail"]);
  });

  it("asks for a tool whose server changed", () => {
    const files = { id: "m", type: "mcp_server", name: "files" };
    const holders = [{ component: fromPlainObject(files), changed: true }];
    const found = banFindings(
      input({ payload: call("mail"), components: [[declared(mail(), { holders, held_by: ["m"] })]] }),
    );
    expect(found[0]).toMatchObject({ disposition: "ask", data: { component_ids: ["m"] } });
  });
});

describe("what is left open", () => {
  it("is reported and decides nothing by itself", () => {
    const undeclared = input({ payload: call("mail") });
    expect(banFindings(undeclared)).toEqual([]);
    expect(componentNotes(undeclared)).toMatchObject({
      reason_codes: ["component_undeclared"],
      data: { undeclared: [{ type: "tool", name: "mail" }], undeclared_count: 1 },
      audits: [{ action: "component_undeclared" }],
    });
    expect(componentNotes(input({ payload: call("mail"), hasAgbom: false })).reason_codes).toEqual([]);
    expect(componentNotes(input({ payload: call("mail"), components: [[declared(mail())]] })).reason_codes).toEqual([]);
  });

  it("names the ban that could not be compared, and why", () => {
    const bans = [ban({ name: "mail", version_range: "<2" })];
    const notes = componentNotes(input({ payload: call("mail"), bans, hasAgbom: false }));
    expect(notes.reason_codes).toEqual(["component_not_checked"]);
    expect(notes.data).toMatchObject({ not_checked: [{ ban_id: "b1", why: "its version is not known" }] });
  });

  it("is decided where the bundle says so", () => {
    const settings = { components: { on_undeclared: "deny", on_not_checked: "ask" } } as const;
    const bans = [ban({ name: "mail", version_range: "<2" })];
    const found = banFindings(input({ payload: call("mail"), bans, settings }));
    expect(found.map(({ disposition, reason_code }) => `${disposition} ${reason_code}`)).toEqual([
      "deny component_undeclared",
      "ask component_not_checked",
    ]);
  });
});

describe("uses", () => {
  it("come in a fixed order, each once, and only from what a step really says", () => {
    const metadata = fromPlainObject({ mcp_server_id: "srv" });
    const payload = fromPlainObject({
      tool: { name: "read", provider: 3, version: "1" },
      arguments: { tool: { value: { name: "x" } } },
    });
    expect(usesOf(CALL, payload, metadata)).toEqual([
      { type: "tool", name: "read", version: "1" },
      { type: "mcp_server", name: "srv", id: "srv" },
    ]);
    expect(usesOf("steps/userMessage", fromPlainObject({ content: [] }), metadata)).toEqual([]);
    expect(usesOf(CALL, fromPlainObject({ tool: "read" }), fromPlainObject({}))).toEqual([]);
  });
});
