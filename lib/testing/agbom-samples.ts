/** AgBOM components for tests: one of each type, hostile ones, and as many as wanted. */

import { agbomHash } from "../core/agbom/document";
import type { ExportSource } from "../core/agbom/export/source";
import type { AgbomComponent } from "../core/agbom/schema";
import { fromPlainObject } from "../core/json/build";

export const agbomPart = (component: object): AgbomComponent => fromPlainObject(component) as AgbomComponent;

export const sampleTool = (id: string, members: object = {}): AgbomComponent =>
  agbomPart({
    id,
    type: "tool",
    name: id,
    version: "1.0.0",
    provider: "acme",
    tool_fields: { capability: "x" },
    ...members,
  });

const DIGEST = { algorithm: "SHA-256", value: "ab".repeat(32) };

/** Every type, with repeated, circular and dangling references. */
export const EVERY_TYPE: readonly AgbomComponent[] = [
  {
    id: "model-1",
    type: "model",
    name: "m",
    version: "2",
    provider: "acme",
    endpoint: "https://m.example.test",
    model_fields: { context_window: 8000, args: { temperature: 0.5 } },
  },
  {
    id: "mcp-files",
    type: "mcp_server",
    name: "files",
    version: "1.2.0",
    endpoint: "https://mcp.example.test/files",
    mcp_server_fields: { tools: ["t-read", "t-read", "gone"] },
  },
  {
    id: "peer-1",
    type: "a2a_peer",
    endpoint: "https://peer.example.test",
    a2a_peer_fields: { protocol_version: "0.3", agent_card_ref: "https://peer.example.test/card.json" },
  },
  {
    id: "t-read",
    type: "tool",
    name: "read",
    version: "1.0.0",
    provider: "files",
    tool_fields: { capability: "filesystem.read" },
    registration_provenance: { provenance_id: "p1", origin: "system", source_id: "config" },
  },
  { id: "ks-1", type: "knowledge_source", name: "docs", knowledge_source_fields: { source_type: "vector_db" } },
  { id: "mem-1", type: "memory_store", name: "notes", memory_store_fields: { scope: "session", store_type: "sqlite" } },
  {
    id: "cap-1",
    type: "agent_capability",
    name: "reporting",
    agent_capability_fields: {
      description: "d",
      tools: ["t-read", "t-read"],
      mcp_servers: ["mcp-files"],
      a2a_peers: ["peer-1"],
    },
  },
  { id: "cap-2", type: "agent_capability", name: "nothing", agent_capability_fields: { description: "" } },
  {
    id: "skill-1",
    type: "skill",
    name: "s1",
    skill_fields: {
      description: "d",
      definition: { ref: "x", digest: DIGEST },
      composed_skills: ["skill-2", "skill-1"],
      models: ["model-1"],
    },
  },
  {
    id: "skill-2",
    type: "skill",
    name: "s2",
    skill_fields: {
      description: "d",
      definition: { digest: { algorithm: "blake9", value: "zz" } },
      composed_skills: ["skill-1"],
    },
  },
].map(agbomPart);

/** Ids and names that no format likes. */
export const HOSTILE: readonly AgbomComponent[] = [
  "tool_read file/α@1",
  "",
  "__proto__",
  "urn:agent:agent-1",
  "urn:cdx:1",
  "acs.tool-read-file-1.00000000000000000000000000000000",
  "a\u0000b\u0001\u001f",
  "line\r\nbreak\ttab",
  "\ufffe\uffff\u007f\u0085\u2028",
  `<!--]]>"'&amp;&#0;`,
  "\u202egnp.exe",
  "\u{1F480}".repeat(100),
  "a b",
  "a-b",
  "A-B",
].map((id) => sampleTool(id, { name: `name ${id}`, version: `1.0_beta ${id}`, provider: `by ${id}`, __proto__x: id }));

export const exportSource = (components: readonly AgbomComponent[]): ExportSource => {
  const sorted = [...components].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    agentId: "agent-1",
    agentName: "Agent <One>",
    sessionId: "5c3f1b8e-9a0d-4c2e-8f4b-2d6a7e9c1b30",
    generatedAt: "2026-03-01T10:00:00.000Z",
    hash: agbomHash(new Map(sorted.map((component) => [component.id, component]))),
    components: sorted,
    framework: "test-framework",
  };
};

/** A server for every fifty tools. */
export function manyComponents(count: number): readonly AgbomComponent[] {
  return Array.from({ length: count }, (_, index) => {
    if (index % 50 !== 0) return sampleTool(`tool_${index}`, { name: `tool ${index}` });
    const tools = Array.from({ length: 49 }, (_, more) => `tool_${index + more + 1}`);
    return agbomPart({
      id: `srv_${index}`,
      type: "mcp_server",
      name: `server ${index}`,
      version: "1",
      endpoint: `https://s${index}.example.test`,
      mcp_server_fields: { tools },
    });
  });
}
