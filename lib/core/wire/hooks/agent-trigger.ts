/** `steps/agentTrigger` (W§12.2): what set the agent going. */
import { z } from "zod";
import { anyValue } from "../shapes";
import type { Hook } from "./hook";
import { intent } from "./pieces";

const payload = z.looseObject({
  trigger_type: z.enum(["user_message", "scheduled", "external_event", "a2a_inbound", "system"]),
  // its shape depends on the type and is nowhere written down
  trigger_source: anyValue.optional(),
  intent: intent.optional(),
});

export const agentTrigger = {
  method: "steps/agentTrigger",
  permitted: ["allow", "deny", "modify"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
