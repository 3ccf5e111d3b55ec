/** `steps/agentResponse` (W§12.5). */
import { z } from "zod";
import type { Hook } from "./hook";
import { content } from "./pieces";

export const agentResponse = {
  method: "steps/agentResponse",
  permitted: ["allow", "deny", "modify"],
  payload: z.looseObject({ content, reasoning: z.string().optional() }),
} as const satisfies Hook;
