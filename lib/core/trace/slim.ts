/** Bounds what is looked through for secrets: a payload of a megabyte must not hold the process up. */
import { isJsonObject, type JsonValue } from "../json/value";

const LONGEST_TEXT = 2_048;
const MOST_TEXT = 32_768;
const MOST_VALUES = 1_000;
const MOST_MEMBERS = 256;

/** What attributes are made of (W§19): first, so that nothing else in a payload can crowd it out. */
const FIRST = new Set([
  ..."tool name provider version capability operation exit_status request_id_ref source type memory_store scope".split(
    " ",
  ),
  ..."turn_id parent_turn_id triggered_by trigger_type reason change_reason outcome agbom policy_mode".split(" "),
  ..."user_identity user_context user_id id uid subject subagent_session_id parent_session_id".split(" "),
  ..."intent_derivation final_chain_hash skill_id definition digest algorithm load_trigger registration_ref".split(" "),
  ..."replaced_by mcp_server_id load_path declared_capabilities method params provenance source_id".split(" "),
]);

/** Texts that are too long are left out whole: a piece of one could be a piece of a secret that no longer looks like one. */
export function slim(value: JsonValue): JsonValue {
  let left = MOST_VALUES;
  let text = MOST_TEXT;
  const kept = (item: string): string => {
    const fits = item.length <= Math.min(LONGEST_TEXT, text);
    text -= fits ? item.length : 0;
    return fits ? item : `[${item.length} characters]`;
  };
  const visit = (item: JsonValue): JsonValue => {
    left -= 1;
    if (typeof item === "string") return kept(item);
    if (Array.isArray(item)) {
      const items: JsonValue[] = [];
      for (const each of item.slice(0, MOST_MEMBERS)) if (left > 0) items.push(visit(each as JsonValue));
      return items;
    }
    if (!isJsonObject(item)) return item;
    const copy: { [name: string]: JsonValue } = Object.create(null);
    for (const name of inOrder(Object.keys(item))) if (left > 0) copy[name] = visit(item[name] as JsonValue);
    return copy;
  };
  return visit(value);
}

function inOrder(names: readonly string[]): readonly string[] {
  if (names.length <= 1) return names;
  const first = names.filter((name) => FIRST.has(name));
  const rest = names.filter((name) => !FIRST.has(name));
  return [...first, ...rest].slice(0, MOST_MEMBERS);
}
