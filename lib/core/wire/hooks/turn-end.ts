/** `steps/turnEnd` (W§12.18): closes a turn; it has happened, so only allow is left. */
import { z } from "zod";
import { count } from "../shapes";
import type { Hook } from "./hook";
import { lineageText } from "./pieces";

const payload = z.looseObject({
  turn_id: z.string(),
  outcome: z.enum(["completed", "deferred", "error", "interrupted", "denied_at_start"]),
  step_count: count.optional(),
  tool_call_count: count.optional(),
  summary: lineageText.optional(),
});

export const turnEnd = {
  method: "steps/turnEnd",
  permitted: ["allow"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
