/** `steps/skillUnload` (W§12.17): a skill leaves the active set; audit only. */
import { z } from "zod";
import type { Hook } from "./hook";

const payload = z.looseObject({
  skill_id: z.string(),
  reason: z.enum(["session_end", "explicit_unload", "replaced", "error"]),
  replaced_by: z.string().optional(),
});

export const skillUnload = {
  method: "steps/skillUnload",
  permitted: ["allow"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
