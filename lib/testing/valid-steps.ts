/** Steps of every hook with payloads that fit it, their ids drawn from a few so that they refer to each other. */
import fc from "fast-check";
import { ORIGINS } from "../core/session/context";

export interface ValidStep {
  readonly method: string;
  readonly payload: object;
  readonly metadata: Record<string, unknown>;
}

/** Names that an agent may write anywhere: plain, empty, hidden, as long as it likes. */
const name = fc.constantFrom("a", "b", "c", "", "__proto__", "\u0000", "\u202e", "é漢😀", "x".repeat(3_000));
const uuids = ["1f0e7c52-5a3b-4a1d-9a61-3f5b8f2f0a01", "1F0E7C52-5A3B-4A1D-9A61-3F5B8F2F0A02"];
const someUuid = fc.constantFrom(...uuids, "6d1b2f36-8f3e-4d2a-8a55-0c1f7f6f9b03");
const digest = fc.constantFrom("a".repeat(64), "0123456789abcdef".repeat(4));
const count = fc.nat({ max: 5 });
const value = fc.oneof(name, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(null, true, [], {}));

const record = (required: Record<string, fc.Arbitrary<unknown>>, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ ...required, ...more }, { requiredKeys: Object.keys(required) });

const provenance = record(
  { provenance_id: name, origin: fc.constantFrom(...ORIGINS) },
  { source_id: name, derived_from: fc.array(name, { maxLength: 3 }) },
);
const traced = record({ value }, { provenance });
const content = fc.array(record({ type: fc.constantFrom("text", "image", "audio", "file"), value }, { provenance }), {
  minLength: 1,
  maxLength: 3,
});
const capability = record({}, { tool: name, operation: name, resource: name });
const parserProvenance = record({ provenance_id: name, origin: fc.constant("user_input") });
const intent = record(
  { parsed: fc.array(capability, { maxLength: 3 }), parser_provenance: parserProvenance },
  { raw: name, scope_mode: fc.constantFrom("strict", "open") },
);
const tool = record({ name }, { version: fc.constantFrom("1.0.0", "2"), provider: name });
const skillDigest = record({ algorithm: fc.constantFrom("sha-256", "SHA256"), value: digest });
const lineageText = record({ value: name, provenance });
const ids = fc.array(name, { minLength: 1, maxLength: 3 });

const component = fc.oneof(
  record({
    id: name,
    type: fc.constant("tool"),
    name,
    version: name,
    provider: name,
    tool_fields: record({ capability: name }),
  }),
  record({
    id: name,
    type: fc.constant("mcp_server"),
    name,
    version: name,
    endpoint: fc.constantFrom("https://h.example/p", "stdio:x"),
    mcp_server_fields: record({ tools: ids }),
  }),
);
const components = fc.uniqueArray(component, { maxLength: 4, selector: ({ id }) => id });

const wrapped = (method: string, params: fc.Arbitrary<unknown>) =>
  record({ jsonrpc: fc.constant("2.0"), method: fc.constant(method), params }, { id: fc.constantFrom(1, 2, "1") });

/** Payloads by method. Nothing here ends the session. */
const PAYLOADS: { readonly [method: string]: fc.Arbitrary<object> } = {
  "steps/sessionStart": record({}, { policy_mode: name, intent, user_identity: record({ id: name }) }),
  "steps/agentTrigger": record(
    { trigger_type: fc.constantFrom("user_message", "scheduled", "external_event", "a2a_inbound", "system") },
    { trigger_source: value, intent },
  ),
  "steps/turnStart": record(
    { turn_id: name, triggered_by: fc.constantFrom("user_message", "auto_continuation", "agent_loop") },
    { parent_turn_id: name },
  ),
  "steps/turnEnd": record(
    { turn_id: name, outcome: fc.constantFrom("completed", "error", "denied_at_start") },
    { step_count: count, summary: lineageText },
  ),
  "steps/userMessage": record({ content }),
  "steps/agentResponse": record({ content }, { reasoning: name }),
  "steps/knowledgeRetrieval": record(
    { query: record({ value: name }, { provenance }), results: fc.array(traced, { maxLength: 3 }) },
    { source: record({}, { name, version: name }) },
  ),
  "steps/memoryContextRetrieval": record(
    { results: fc.array(traced, { maxLength: 3 }) },
    { memory_store: record({ name }) },
  ),
  "steps/memoryStore": record({ content: traced }, { memory_id: name, operation: fc.constantFrom("create", "delete") }),
  "steps/toolCallRequest": record(
    { tool, arguments: fc.dictionary(name, traced, { maxKeys: 3 }) },
    { operation: name, capability: name, raw_command: name },
  ),
  "steps/toolCallResult": record(
    {
      tool,
      exit_status: fc.constantFrom("success", "failure", "blocked"),
      outputs: fc.array(traced, { maxLength: 2 }),
    },
    { request_id_ref: someUuid, duration_ms: count },
  ),
  "steps/preCompact": record({ entries_to_compact: ids, triggered_by: fc.constantFrom("manual", "size_threshold") }),
  "steps/postCompact": record({
    summary: lineageText,
    entries_compacted: ids,
    pre_compact_chain_hash: digest,
    post_compact_chain_hash: digest,
  }),
  "steps/subagentStart": record(
    {
      subagent_session_id: someUuid,
      parent_step_id: name,
      intent_derivation: fc.constantFrom("inherit_full", "inherit_subset", "derived_from_parent", "fresh"),
    },
    { subagent_intent: intent, subagent_descriptor: record({ model: name }) },
  ),
  "steps/subagentStop": record(
    { subagent_session_id: someUuid, outcome: fc.constantFrom("completed", "failed", "denied_at_spawn") },
    { final_chain_hash: digest, summary: record({ value, provenance }) },
  ),
  "steps/skillRegister": record(
    { skill_id: name, definition: record({ digest: skillDigest }), declared_capabilities: ids },
    { composition: record({}, { tools: ids, composed_skills: ids }), registration_provenance: provenance },
  ),
  "steps/skillLoad": record({
    skill_id: name,
    digest: skillDigest,
    load_trigger: fc.constantFrom("user", "skill_composition"),
    load_path: fc.array(record({ skill_id: name }), { maxLength: 3 }),
  }),
  "steps/skillUnload": record({ skill_id: name, reason: fc.constantFrom("explicit_unload", "replaced") }),
  "agbom/snapshot": record({ components }),
  "agbom/changed": record({ added: components, removed: fc.array(name, { maxLength: 2 }) }, { reason: name }),
  "protocols/MCP/tools/call": fc.oneof(
    wrapped("tools/call", record({ name }, { arguments: fc.dictionary(name, value, { maxKeys: 3 }) })),
    record({
      jsonrpc: fc.constant("2.0"),
      id: fc.constantFrom(1, 2, "1"),
      result: record({}, { content: fc.array(value) }),
    }),
  ),
};

/** Every method that `anyStep` can be; sessionEnd, after which there is no next step, is the caller's. */
export const STEP_METHODS: readonly string[] = Object.keys(PAYLOADS);

export const stepOf = (method: string): fc.Arbitrary<ValidStep> =>
  record({
    payload: PAYLOADS[method] as fc.Arbitrary<object>,
    metadata: record({}, { turn_id: name, mcp_server_id: name }),
  }).map((step) => ({ method, ...(step as { payload: object; metadata: Record<string, unknown> }) }));

export const anyStep: fc.Arbitrary<ValidStep> = fc.constantFrom(...STEP_METHODS).chain(stepOf);
