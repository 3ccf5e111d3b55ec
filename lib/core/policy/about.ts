/** What a step is about where it calls no tool, as flat texts that policies can name. All of it is the agent's own word. */
import { memberAt } from "../json/build";
import type { JsonObject } from "../json/value";

type Paths = { readonly [fact: string]: readonly string[] };

const MEMORY: Paths = { memory_store: ["memory_store", "name"], memory_scope: ["memory_store", "scope"] };

const FACTS: { readonly [method: string]: Paths } = {
  "steps/sessionStart": { policy_mode: ["policy_mode"] },
  "steps/agentTrigger": { trigger_type: ["trigger_type"] },
  "steps/turnStart": { triggered_by: ["triggered_by"] },
  "steps/knowledgeRetrieval": { source_name: ["source", "name"], source_type: ["source", "type"] },
  "steps/memoryContextRetrieval": MEMORY,
  "steps/memoryStore": { ...MEMORY, memory_operation: ["operation"] },
  "steps/toolCallResult": { exit_status: ["exit_status"] },
  "steps/preCompact": { triggered_by: ["triggered_by"] },
  "steps/subagentStart": {
    subagent_name: ["subagent_descriptor", "agent_name"],
    subagent_derivation: ["intent_derivation"],
  },
  "steps/subagentStop": { subagent_outcome: ["outcome"] },
  "steps/skillRegister": { skill_id: ["skill_id"] },
  "steps/skillLoad": { skill_id: ["skill_id"], load_trigger: ["load_trigger"] },
  "steps/skillUnload": { skill_id: ["skill_id"], unload_reason: ["reason"] },
};

/** Only what the step says; an absent fact is an absent member. */
export function aboutOf(method: string, payload: JsonObject): { readonly [fact: string]: string } {
  const paths = Object.hasOwn(FACTS, method) ? FACTS[method] : undefined;
  const facts: { [fact: string]: string } = {};
  for (const [fact, path] of Object.entries(paths ?? {})) {
    const text = memberAt(payload, ...path);
    if (typeof text === "string") facts[fact] = text;
  }
  return facts;
}
