/** Span names and attributes of each method, from `otel-mapping.json` (W§19). What the wire did not carry is absent. */
import { member } from "../json/build";
import {
  agentId,
  asCanonical,
  at,
  changeReason,
  componentCount,
  contentTypes,
  countAt,
  flagAt,
  listAt,
  loadPath,
  numberAt,
  originsCompacted,
  type Read,
  sessionId,
  textOf,
  userId,
} from "./attribute-readers";
import { cut } from "./redact";

export interface SpanRule {
  readonly span: string;
  readonly attributes: { readonly [name: string]: Read };
}

export const SPANS: { readonly [method: string]: SpanRule } = {
  "steps/sessionStart": {
    span: "acs.session",
    attributes: {
      "acs.session.id": sessionId,
      "acs.tenant_id": ({ shown }) => (shown.tenantId === null ? undefined : cut(shown.tenantId)),
      "acs.user.id": userId,
      "acs.policy_mode": at("policy_mode"),
    },
  },
  "steps/agentTrigger": {
    span: "acs.agent.trigger",
    attributes: { "acs.agent.id": agentId, "acs.trigger.type": at("trigger_type") },
  },
  "steps/userMessage": {
    span: "acs.message.user",
    attributes: { "acs.session.id": sessionId, "acs.content.types": contentTypes },
  },
  "steps/agentResponse": {
    span: "acs.message.agent",
    attributes: { "acs.session.id": sessionId, "acs.agent.id": agentId },
  },
  "steps/toolCallRequest": {
    span: "gen_ai.tool.call",
    attributes: {
      "gen_ai.tool.name": at("tool", "name"),
      "acs.capability": at("capability"),
      "acs.tool.provider": at("tool", "provider"),
      "acs.tool.version": at("tool", "version"),
      "acs.operation": at("operation"),
    },
  },
  "steps/toolCallResult": {
    span: "gen_ai.tool.result",
    attributes: {
      "gen_ai.tool.name": at("tool", "name"),
      "acs.exit_status": at("exit_status"),
      "acs.duration_ms": numberAt("duration_ms"),
      "acs.request_id_ref": at("request_id_ref"),
    },
  },
  "steps/knowledgeRetrieval": {
    span: "acs.knowledge.retrieval",
    attributes: { "acs.source.type": at("source", "type"), "acs.results.count": countAt("results") },
  },
  "steps/memoryStore": {
    span: "acs.memory.store",
    attributes: { "acs.memory_store.name": at("memory_store", "name"), "acs.operation": at("operation") },
  },
  "steps/memoryContextRetrieval": {
    span: "acs.memory.retrieval",
    attributes: { "acs.memory_store.name": at("memory_store", "name"), "acs.results.count": countAt("results") },
  },
  "steps/sessionEnd": { span: "acs.session.end", attributes: { "acs.session.reason": at("reason") } },
  "steps/turnStart": {
    span: "acs.turn",
    attributes: {
      "acs.turn.id": at("turn_id"),
      "acs.turn.triggered_by": at("triggered_by"),
      "acs.turn.parent_id": ({ shown }) =>
        textOf(member(shown.payload, "parent_turn_id")) ?? textOf(member(shown.metadata, "parent_turn_id")),
    },
  },
  "steps/turnEnd": {
    span: "acs.turn.end",
    attributes: {
      "acs.turn.id": at("turn_id"),
      "acs.turn.outcome": at("outcome"),
      "acs.turn.step_count": numberAt("step_count"),
    },
  },
  "steps/preCompact": {
    span: "acs.compact",
    attributes: {
      "acs.compact.entry_count": countAt("entries_to_compact"),
      "acs.compact.triggered_by": at("triggered_by"),
      "acs.compact.estimated_input_tokens": numberAt("estimated_input_tokens"),
    },
  },
  "steps/postCompact": {
    span: "acs.compact.complete",
    attributes: {
      "acs.compact.entry_count": countAt("entries_compacted"),
      "acs.compact.lineage_depth_after": numberAt("lineage_depth_after"),
      "acs.provenance.origins_compacted": originsCompacted,
    },
  },
  "steps/subagentStart": {
    span: "acs.subagent",
    attributes: {
      "acs.subagent.session_id": at("subagent_session_id"),
      "acs.subagent.parent_session_id": at("parent_session_id"),
      "acs.subagent.intent_derivation": at("intent_derivation"),
    },
  },
  "steps/subagentStop": {
    span: "acs.subagent.end",
    attributes: {
      "acs.subagent.session_id": at("subagent_session_id"),
      "acs.subagent.outcome": at("outcome"),
      "acs.subagent.final_chain_hash": at("final_chain_hash"),
    },
  },
  "steps/skillRegister": {
    span: "acs.skill.register",
    attributes: {
      "acs.skill.id": at("skill_id"),
      "acs.skill.digest.algorithm": at("definition", "digest", "algorithm"),
      "acs.skill.digest.value": at("definition", "digest", "value"),
      "acs.skill.declared_capabilities": listAt("declared_capabilities"),
    },
  },
  "steps/skillLoad": {
    span: "acs.skill.load",
    attributes: {
      "acs.skill.id": at("skill_id"),
      "acs.skill.digest.algorithm": at("digest", "algorithm"),
      "acs.skill.digest.value": at("digest", "value"),
      "acs.skill.load_trigger": at("load_trigger"),
      "acs.skill.load_path": loadPath,
      "acs.skill.digest_verified": flagAt("digest_verified"),
      "acs.skill.registration_ref": at("registration_ref"),
    },
  },
  "steps/skillUnload": {
    span: "acs.skill.unload",
    attributes: {
      "acs.skill.id": at("skill_id"),
      "acs.skill.reason": at("reason"),
      "acs.skill.replaced_by": at("replaced_by"),
    },
  },
  "agbom/snapshot": {
    span: "acs.agbom",
    attributes: { "acs.agbom.format": asCanonical, "acs.agbom.component_count": componentCount },
  },
  "agbom/changed": {
    span: "acs.agbom",
    attributes: { "acs.agbom.format": asCanonical, "acs.agbom.change_reason": changeReason },
  },
};
