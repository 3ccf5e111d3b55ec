/** For every hook a payload that fits, and one that no schema of ACS takes. */
import { randomUUID } from "node:crypto";

export interface Sample {
  /** Built for a session and the request_id that will carry it. */
  readonly good: (sessionId: string, requestId: string) => Record<string, unknown>;
  readonly bad: Record<string, unknown>;
}

const DIGEST = { algorithm: "sha-256", value: "ab".repeat(32) };
const HEAD = "0".repeat(64);
const tool = { name: "lookup_order" };
const text = [{ type: "text", value: "hello" }];
const agentMade = { provenance_id: `p-${HEAD.slice(0, 8)}`, origin: "agent_generated", derived_from: [] };

const fixed = (good: Record<string, unknown>, bad: Record<string, unknown>): Sample => ({ good: () => good, bad });

export const SKILL = {
  skill_id: "conformance-skill",
  definition: { digest: DIGEST, ref: "skills/conformance" },
  declared_capabilities: [],
};

export const SAMPLES: { readonly [method: string]: Sample } = {
  "steps/sessionStart": fixed({}, { intent: "refunds" }),
  "steps/agentTrigger": fixed({ trigger_type: "scheduled" }, { trigger_type: "boredom" }),
  "steps/turnStart": {
    good: (_, requestId) => ({ turn_id: requestId, triggered_by: "user_message" }),
    bad: { turn_id: "t", triggered_by: "nobody" },
  },
  "steps/userMessage": fixed({ content: text }, { content: [] }),
  "steps/agentResponse": fixed({ content: text }, { content: "hello" }),
  "steps/knowledgeRetrieval": fixed({ query: { value: "orders" }, results: [] }, { query: {}, results: [] }),
  "steps/memoryContextRetrieval": fixed({ results: [{ value: "likes tea" }] }, { results: [{}] }),
  "steps/memoryStore": fixed({ content: { value: "likes tea" } }, { content: {} }),
  "steps/toolCallRequest": fixed(
    { tool, arguments: { id: { value: "A-1" } } },
    { tool, arguments: { id: "a bare value" } },
  ),
  "steps/toolCallResult": fixed(
    { tool, exit_status: "success", outputs: [{ value: "found" }] },
    { tool, exit_status: "done", outputs: [] },
  ),
  "steps/preCompact": {
    good: () => ({ entries_to_compact: [randomUUID()], triggered_by: "manual" }),
    bad: { entries_to_compact: [], triggered_by: "manual" },
  },
  "steps/postCompact": fixed(
    {
      summary: { value: "so far", provenance: agentMade },
      entries_compacted: [randomUUID()],
      pre_compact_chain_hash: HEAD,
      post_compact_chain_hash: HEAD,
    },
    { summary: { value: "so far" }, entries_compacted: ["e"], pre_compact_chain_hash: HEAD },
  ),
  "steps/subagentStart": {
    good: (sessionId) => ({
      subagent_session_id: randomUUID(),
      parent_session_id: sessionId,
      parent_step_id: randomUUID(),
      intent_derivation: "inherit_full",
    }),
    bad: { subagent_session_id: "not a uuid", intent_derivation: "inherit_full" },
  },
  "steps/subagentStop": {
    good: () => ({ subagent_session_id: randomUUID(), outcome: "completed" }),
    bad: { subagent_session_id: randomUUID(), outcome: "vanished" },
  },
  "steps/skillRegister": fixed(SKILL, { skill_id: "s", definition: {}, declared_capabilities: [] }),
  "steps/skillLoad": fixed(
    { skill_id: SKILL.skill_id, digest: DIGEST, load_trigger: "user", load_path: [{ skill_id: SKILL.skill_id }] },
    { skill_id: "s", digest: "ab", load_trigger: "user", load_path: [] },
  ),
  "steps/skillUnload": fixed(
    { skill_id: SKILL.skill_id, reason: "explicit_unload" },
    { skill_id: SKILL.skill_id, reason: "bored" },
  ),
  "steps/turnEnd": fixed({ turn_id: randomUUID(), outcome: "completed" }, { turn_id: "t", outcome: "gave up" }),
  "steps/sessionEnd": fixed({ reason: "completed" }, {}),
};

const COMPONENT = {
  id: "tool-1",
  type: "tool",
  name: "lookup_order",
  version: "1.0.0",
  provider: "acme",
  tool_fields: { capability: "orders.read" },
};

export const AGBOM = {
  component: COMPONENT,
  document: { components: [COMPONENT] },
  malformed: { components: [{ id: "tool-1", type: "gadget" }] },
  diff: { added: [{ ...COMPONENT, id: "tool-2", name: "get_order" }], reason: "hot_swap" },
  malformedDiff: { reason: "nothing changed" },
};
