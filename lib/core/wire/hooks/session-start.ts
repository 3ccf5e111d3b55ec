/** `steps/sessionStart` (W§12.1): opens the chain. Nothing is required, `{}` is valid. */
import { z } from "zod";
import { openObject } from "../shapes";
import type { Hook } from "./hook";
import { intent } from "./pieces";

const payload = z.looseObject({
  user_identity: openObject.optional(),
  policy_mode: z.string().optional(),
  intent: intent.optional(),
  platform_context: openObject.optional(),
});

export const sessionStart = {
  method: "steps/sessionStart",
  permitted: ["allow", "deny"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
