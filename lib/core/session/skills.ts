/** Skills of a session (W§12.15 to 12.17): registrations, load paths, and what is loaded. */
import { member, memberAt } from "../json/build";
import { canonicalBytes } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";
import type { LoadedSkill, SessionContext, SkillRegistration } from "./context";
import { keptText } from "./kept";

export const LOAD_PATH_BOUND = 16;
export const LOADED_BOUND = 32;
/** Bytes of canonical text that all loaded skills may take together. */
export const LOADED_BYTES = 6144;

/** Parts that one skill may be composed of: each is looked up and held against every ban. */
export const PARTS_BOUND = 1_024;

const PARTS = ["tools", "mcp_servers", "a2a_peers", "models", "composed_skills"];

/** How many parts a registration names. */
export const partCount = (payload: JsonObject): number =>
  PARTS.reduce((sum, list) => {
    const parts = memberAt(payload, "composition", list);
    return sum + (Array.isArray(parts) ? parts.length : 0);
  }, 0);

/** Skill ids of a load path as sent, root first; an item that names none is "". */
export function loadPath(payload: JsonObject): readonly string[] {
  const path = member(payload, "load_path");
  if (!Array.isArray(path)) return [];
  return path.map((item: JsonValue) => textOf(member(item, "skill_id")));
}

/** What an allowed skillRegister makes known, null where the payload names no skill and digest. */
export function registrationOf(
  payload: JsonObject,
  { session_key, step_id }: { readonly session_key: string; readonly step_id: string },
): SkillRegistration | null {
  const skill = member(payload, "skill_id");
  const algorithm = memberAt(payload, "definition", "digest", "algorithm");
  const value = memberAt(payload, "definition", "digest", "value");
  if (typeof skill !== "string" || typeof algorithm !== "string" || typeof value !== "string") return null;
  return {
    skill_id: keptText(skill),
    algorithm: keptText(algorithm),
    value: keptText(value, DIGEST_BYTES),
    declared_capabilities: texts(member(payload, "declared_capabilities")),
    composed_skills: texts(memberAt(payload, "composition", "composed_skills")),
    session_key,
    step_id,
  };
}

/** 128 hex digits and the quotes: a 512-bit digest is kept as it is. */
const DIGEST_BYTES = 130;

/** The skill that a skillLoad names. */
export function loadedBy(payload: JsonObject, step_id: string): LoadedSkill | null {
  const skill = member(payload, "skill_id");
  if (typeof skill !== "string") return null;
  return {
    skill_id: keptText(skill),
    algorithm: keptText(textOf(memberAt(payload, "digest", "algorithm"))),
    value: keptText(textOf(memberAt(payload, "digest", "value")), DIGEST_BYTES),
    load_path: loadPath(payload)
      .slice(0, LOAD_PATH_BOUND)
      .map((id) => keptText(id)),
    step_id: keptText(step_id),
  };
}

/** The skills with this one; null where there is no room. A skill that is loaded again takes its own place. */
export function withSkill(context: SessionContext, loaded: LoadedSkill): readonly LoadedSkill[] | null {
  const skills = [...context.skills.filter(({ skill_id }) => skill_id !== loaded.skill_id), loaded];
  const bytes = skills.reduce((sum, skill) => sum + canonicalBytes({ ...skill }).length + 1, 2);
  return skills.length > LOADED_BOUND || bytes > LOADED_BYTES ? null : skills;
}

const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");

function texts(value: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item: JsonValue) => typeof item === "string").map((item) => keptText(item as string));
}
