/** Skill binding (W§12.16, W§17.3): what is loaded is what an allowed registration named, on a path that composes. */
import { member } from "../../json/build";
import { keptText } from "../../session/kept";
import { LOAD_PATH_BOUND, loadedBy, loadPath, PARTS_BOUND, partCount, withSkill } from "../../session/skills";
import type { Finding, RuleInput } from "../types";
import { denial } from "./denial";

export function skillFindings(input: RuleInput): readonly Finding[] {
  if (input.step.method === "steps/skillRegister")
    return partCount(input.payload) > PARTS_BOUND ? [TOO_MANY_PARTS] : [];
  if (input.step.method !== "steps/skillLoad") return [];
  return [...bindingFindings(input), ...pathFindings(input), ...roomFindings(input)];
}

/** `digest_verified: true` proves nothing, `false` says enough. */
function bindingFindings({ payload, knowledge, request_id }: RuleInput): readonly Finding[] {
  if (member(payload, "digest_verified") === false) return [UNVERIFIED];
  const loaded = loadedBy(payload, request_id);
  const isKnown = knowledge.skills.some(
    ({ skill_id, algorithm, value }) =>
      skill_id === loaded?.skill_id && algorithm === loaded.algorithm && value === loaded.value,
  );
  return isKnown ? [] : [UNVERIFIABLE];
}

function pathFindings({ payload, knowledge, context }: RuleInput): readonly Finding[] {
  const path = loadPath(payload).map((id) => keptText(id));
  const composes = member(payload, "load_trigger") === "skill_composition";
  const skill = member(payload, "skill_id");
  if (path.length > LOAD_PATH_BOUND) return [invalidPath(`is longer than ${LOAD_PATH_BOUND} skills`)];
  if (composes && path.length < 2) return [invalidPath("has no skill that composes this one")];
  if (!composes && path.length > 1) return [invalidPath("names a composing skill, and the trigger does not")];
  if (path.length > 0 && path.at(-1) !== (typeof skill === "string" ? keptText(skill) : null)) {
    return [invalidPath("does not end at this skill")];
  }
  const names = (parent: string, child: string): boolean => {
    const loaded = context.skills.find(({ skill_id }) => skill_id === parent);
    return knowledge.skills.some(
      ({ skill_id, algorithm, value, composed_skills }) =>
        skill_id === parent &&
        (loaded === undefined || (loaded.algorithm === algorithm && loaded.value === value)) &&
        composed_skills.includes(child),
    );
  };
  const broken = path.slice(1).some((child, index) => !names(path[index] ?? "", child));
  return broken ? [invalidPath("joins skills that no allowed registration composes")] : [];
}

function roomFindings({ payload, context, request_id }: RuleInput): readonly Finding[] {
  const loaded = loadedBy(payload, request_id);
  return loaded === null || withSkill(context, loaded) !== null ? [] : [NO_ROOM];
}

const UNVERIFIED = denial({
  rule: "skill-binding",
  code: "skill_unverifiable",
  reason: "The agent itself could not verify the skill's digest.",
});

const UNVERIFIABLE = denial({
  rule: "skill-binding",
  code: "skill_unverifiable",
  reason: "No allowed registration has this skill with this digest.",
});

const invalidPath = (problem: string): Finding =>
  denial({ rule: "skill-load-path", code: "skill_load_path_invalid", reason: `The skill's load path ${problem}.` });

const TOO_MANY_PARTS = denial({
  rule: "skill-parts",
  code: "skill_bound_exceeded",
  reason: `A skill is composed of at most ${PARTS_BOUND} parts.`,
});

const NO_ROOM = denial({
  rule: "skill-bound",
  code: "skill_bound_exceeded",
  reason: "The session has loaded as many skills as it may hold at once.",
});
