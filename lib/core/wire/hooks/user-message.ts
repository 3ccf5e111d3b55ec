/** `steps/userMessage` (W§12.4). */
import { z } from "zod";
import type { Hook } from "./hook";
import { content } from "./pieces";

export const userMessage = {
  method: "steps/userMessage",
  permitted: ["allow", "deny", "modify"],
  payload: z.looseObject({ content }),
} as const satisfies Hook;
