/** `steps/turnStart` (W§12.3): opens a turn, inside another one where `parent_turn_id` names it. */
import { z } from "zod";
import type { Hook } from "./hook";

const payload = z.looseObject({
  turn_id: z.string(),
  triggered_by: z.enum(["user_message", "auto_continuation", "agent_loop", "subagent_return"]),
  parent_turn_id: z.string().optional(),
});

export const turnStart = {
  method: "steps/turnStart",
  permitted: ["allow", "deny"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
