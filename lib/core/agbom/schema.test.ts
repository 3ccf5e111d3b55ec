import { describe, expect, it } from "vitest";
import { readJsonText } from "../json/read";
import {
  agbomChangedPayload,
  agbomSnapshotPayload,
  component,
  strictAgbomChangedPayload,
  strictAgbomSnapshotPayload,
} from "./schema";

const tool = { id: "t", type: "tool", name: "n", version: "1", provider: "p", tool_fields: { capability: "x" } };
const registered = { ...tool, registration_provenance: { provenance_id: "p1", origin: "system" } };
const digest = { algorithm: "sha-256", value: "ab" };

function judged(schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean {
  const read = readJsonText(typeof value === "string" ? value : JSON.stringify(value));
  if (!read.ok) throw new Error(read.failure.message);
  return schema.safeParse(read.value).success;
}

describe("an AgBOM component", () => {
  it.each([
    [
      {
        id: "m",
        type: "model",
        name: "n",
        version: "1",
        provider: "p",
        endpoint: "https://a/b",
        model_fields: { context_window: 4096, args: {} },
      },
    ],
    [
      {
        id: "s",
        type: "mcp_server",
        name: "n",
        version: "1",
        endpoint: "posix:///run/s",
        mcp_server_fields: { tools: [] },
      },
    ],
    [{ id: "a", type: "a2a_peer", endpoint: "https://peer", a2a_peer_fields: { protocol_version: "1" } }],
    [tool],
    [{ id: "k", type: "knowledge_source", name: "n", knowledge_source_fields: { source_type: "other" } }],
    [
      {
        id: "r",
        type: "memory_store",
        name: "n",
        memory_store_fields: { scope: "user", store_type: "kv", window_size: 0 },
      },
    ],
    [{ id: "c", type: "agent_capability", name: "n", agent_capability_fields: { description: "d", tools: ["t"] } }],
    [
      {
        id: "l",
        type: "skill",
        name: "n",
        skill_fields: { description: "d", definition: { digest }, composed_skills: [] },
      },
    ],
    [{ ...tool, more: { x: 1 } }],
  ])("is accepted: %j", (value) => expect(judged(component, value)).toBe(true));

  it.each([
    ["without id", { ...tool, id: undefined }],
    ["of an unknown type", { ...tool, type: "plugin" }],
    ["without the member of its type", { ...tool, tool_fields: undefined }],
    ["without the version of its type", { ...tool, version: undefined }],
    ["with an endpoint that is no URI", { ...tool, endpoint: "not a uri" }],
    ["with a faulty member of another type", { ...tool, model_fields: {} }],
    ["with a fraction for a window", { ...tool, model_fields: { context_window: 0.5 } }],
    ["with a nameless origin", { ...tool, registration_provenance: { provenance_id: "p" } }],
    [
      "of type skill without digest",
      { id: "l", type: "skill", name: "n", skill_fields: { description: "d", definition: {} } },
    ],
  ])("%s is refused", (_what, value) => expect(judged(component, value)).toBe(false));

  it("takes no member of its type from a prototype", () => {
    const text = JSON.stringify({ ...tool, tool_fields: undefined }).replace(
      "{",
      '{"__proto__":{"tool_fields":{"capability":"x"}},',
    );
    expect(judged(component, text)).toBe(false);
  });
});

describe("agbom/snapshot", () => {
  it.each([
    ["the document itself", { components: [tool] }],
    ["the document under agbom", { agbom: { components: [tool], agent: { agent_id: "a" } } }],
    ["an empty document", { components: [], generated_at: "2026-03-01T10:00:00Z", agbom_hash: "a".repeat(64) }],
  ])("may carry %s", (_what, value) => expect(judged(agbomSnapshotPayload, value)).toBe(true));

  it.each([
    ["nothing", {}],
    ["two documents", { components: [], agbom: { components: [] } }],
    ["a diff", { added: [tool] }],
    ["a document that is a list", { agbom: [tool] }],
    ["a faulty component", { components: [tool, { id: "x" }] }],
    ["a time that is none", { components: [], generated_at: "now" }],
  ])("may not carry %s", (_what, value) => expect(judged(agbomSnapshotPayload, value)).toBe(false));

  it("has a registration for each component where provenance is produced", () => {
    expect(judged(strictAgbomSnapshotPayload, { components: [registered] })).toBe(true);
    expect(judged(strictAgbomSnapshotPayload, { components: [registered, tool] })).toBe(false);
  });

  it("takes no document from a prototype", () => {
    expect(judged(agbomSnapshotPayload, '{"__proto__":{"components":[]}}')).toBe(false);
    expect(judged(agbomSnapshotPayload, '{"agbom":{"__proto__":{"components":[]}}}')).toBe(false);
  });
});

describe("agbom/changed", () => {
  it.each([
    ["a document", { components: [tool], reason: "renegotiated" }],
    ["a document under agbom", { agbom: { components: [] }, change_reason: "r" }],
    ["a diff", { added: [tool], removed: ["x", { id: "y", type: "tool" }], changed: [tool], reason: "swap" }],
    ["a diff under agbom", { agbom: { removed: ["x"] } }],
    ["one list", { changed: [] }],
  ])("may carry %s", (_what, value) => expect(judged(agbomChangedPayload, value)).toBe(true));

  it.each([
    ["only a reason", { reason: "r" }],
    ["a reason that is no text", { added: [], reason: 1 }],
    ["a document and a diff", { components: [], added: [] }],
    ["a diff beside a document", { agbom: { components: [] }, added: [] }],
    ["a removal without id", { removed: [{ name: "x" }] }],
    ["a faulty addition", { added: [{ ...tool, name: 1 }] }],
  ])("may not carry %s", (_what, value) => expect(judged(agbomChangedPayload, value)).toBe(false));

  it("has a registration for what it adds where provenance is produced", () => {
    expect(judged(strictAgbomChangedPayload, { added: [registered], removed: ["t"] })).toBe(true);
    expect(judged(strictAgbomChangedPayload, { added: [tool] })).toBe(false);
  });
});
