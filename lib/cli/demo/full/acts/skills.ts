/** Three skills: one registered and loaded, one that it composes, one that nobody ever registered. */
import { SKILLS } from "../components";
import type { Act } from "../stage";
import type { Scene } from "./scene";

type Skill = (typeof SKILLS)["report"];

export async function bringSkills({ stage }: Scene): Promise<void> {
  stage.chapter("Skills load only as an allowed registration named them");
  const register = ({ skill_id, digest }: Skill, composed: readonly string[]) =>
    stage.take({
      say: `Skill ${skill_id} is registered`,
      method: "steps/skillRegister",
      payload: {
        skill_id,
        definition: { digest, ref: `https://skills.example.test/${skill_id}` },
        declared_capabilities: ["orders.read"],
        composition: { tools: [], composed_skills: composed },
        registration_provenance: stage.sources.of("system", { source: "deployment" }),
      },
    });
  const load = (skill: Skill, path: readonly string[], more: Partial<Act> = {}) =>
    stage.take({
      say: `Skill ${skill.skill_id} is loaded`,
      method: "steps/skillLoad",
      payload: {
        ...skill,
        load_trigger: path.length > 1 ? "skill_composition" : "agent_decision",
        load_path: path.map((skill_id) => ({ skill_id })),
      },
      ...more,
    });
  const { report, charts, unknown } = SKILLS;
  await register(charts, []);
  await register(report, [charts.skill_id]);
  await load(report, [report.skill_id]);
  await load(charts, [report.skill_id, charts.skill_id]);
  await load(unknown, [unknown.skill_id], {
    say: `Skill ${unknown.skill_id}, which nobody registered`,
    wants: ["deny"],
    codes: ["skill_unverifiable"],
  });
  for (const { skill_id } of [charts, report]) {
    await stage.take({
      say: `Skill ${skill_id} is unloaded`,
      method: "steps/skillUnload",
      payload: { skill_id, reason: "explicit_unload" },
    });
  }
}
