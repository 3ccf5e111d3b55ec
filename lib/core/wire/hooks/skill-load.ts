/** `steps/skillLoad` (W§12.16): one activation of a registered skill, and the skills that led to it. */
import { z } from "zod";
import type { Hook } from "./hook";
import { skillDigest } from "./pieces";

const payload = z.looseObject({
  skill_id: z.string(),
  digest: skillDigest,
  load_trigger: z.enum(["user", "agent_decision", "skill_composition", "system"]),
  /** Root first. */
  load_path: z.array(z.looseObject({ skill_id: z.string(), step_id: z.string().optional() })),
  registration_ref: z.string().optional(),
  parent_step_id: z.string().optional(),
  digest_verified: z.boolean().optional(),
  declared_capabilities: z.array(z.string()).optional(),
});

export const skillLoad = {
  method: "steps/skillLoad",
  permitted: ["allow", "deny"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
