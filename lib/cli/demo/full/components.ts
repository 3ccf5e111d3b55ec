/** The AgBOM of the full demo's agent, and the version of one of its servers that gets banned. */
import type { Sources } from "./provenance";

export const FILES = { id: "srv-files", name: "files", good: "1.2.0", bad: "1.3.1" };

/** What the console's form would send. */
export const BANNED_SERVER = {
  type: "mcp_server",
  name: FILES.name,
  versionRange: ">=1.3.0 <1.4.0",
  reason: "Version 1.3 of this server sends what it reads to its maker (full demo).",
};

const SHA = { algorithm: "sha-256", value: "5f" };

export const SKILLS = {
  report: { skill_id: "weekly-report", digest: { ...SHA, value: "5f".repeat(32) } },
  charts: { skill_id: "charts", digest: { ...SHA, value: "a7".repeat(32) } },
  unknown: { skill_id: "mail-merge", digest: { ...SHA, value: "00".repeat(32) } },
};

const tool = (name: string, capability: string, provider = "shop") => ({
  id: `tool-${name.replaceAll("_", "-")}`,
  type: "tool",
  name,
  version: "2.1.0",
  provider,
  tool_fields: { capability },
});

export const filesServer = (version: string, endpoint = "https://files.example.test/mcp") => ({
  id: FILES.id,
  type: "mcp_server",
  name: FILES.name,
  version,
  endpoint,
  mcp_server_fields: { tools: ["tool-read-file"] },
});

const skill = ({ skill_id, digest }: (typeof SKILLS)["report"], composed: readonly string[] = []) => ({
  id: skill_id,
  type: "skill",
  name: skill_id,
  skill_fields: { description: `Skill ${skill_id}`, definition: { digest }, composed_skills: composed },
});

const PARTS = [
  {
    id: "model-main",
    type: "model",
    name: "desk-large",
    version: "2026-10",
    provider: "acme-models",
    endpoint: "https://models.example.test/v1",
    model_fields: { context_window: 200_000 },
  },
  filesServer(FILES.good),
  tool("read_file", "filesystem.read", "files"),
  tool("search_orders", "orders.read"),
  tool("get_invoice", "invoices.read"),
  tool("get_bank_details", "accounts.read"),
  tool("refund_payment", "payments.refund"),
  tool("send_mail", "network.egress"),
  {
    id: "kb-handbook",
    type: "knowledge_source",
    name: "handbook",
    knowledge_source_fields: { source_type: "knowledge_base" },
  },
  {
    id: "mem-notes",
    type: "memory_store",
    name: "customer-notes",
    memory_store_fields: { scope: "user", store_type: "postgres" },
  },
  {
    id: "peer-carrier",
    type: "a2a_peer",
    name: "carrier",
    endpoint: "https://carrier.example.test/a2a",
    a2a_peer_fields: { protocol_version: "0.3" },
  },
  skill(SKILLS.report, [SKILLS.charts.skill_id]),
  skill(SKILLS.charts),
  {
    id: "cap-orders",
    type: "agent_capability",
    name: "order desk",
    agent_capability_fields: {
      description: "Answers customers about their orders and refunds them.",
      tools: ["tool-search-orders", "tool-refund-payment"],
      mcp_servers: [FILES.id],
      a2a_peers: ["peer-carrier"],
    },
  },
];

/** Every kind of component, each with where its registration comes from. */
export const agbom = (sources: Sources) => ({
  agent: { id: "order-desk" },
  generated_at: new Date().toISOString(),
  components: PARTS.map((part) => registered(sources, part)),
});

export const registered = <Part extends object>(sources: Sources, part: Part) => ({
  ...part,
  registration_provenance: sources.of("system", { source: "deployment" }),
});
