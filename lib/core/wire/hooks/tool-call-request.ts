/** `steps/toolCallRequest` (W§12.9): the consequential hook, and the only step that may ask or defer. */
import { z } from "zod";
import { mapOf } from "../shapes";
import type { Hook } from "./hook";
import { tool, tracedValue } from "./pieces";

export const toolCallRequest = {
  method: "steps/toolCallRequest",
  permitted: ["allow", "deny", "modify", "ask", "defer"],
  payload: z.looseObject({
    tool,
    arguments: mapOf(tracedValue),
    operation: z.string().optional(),
    capability: z.string().optional(),
    raw_command: z.string().optional(),
    intent: z.looseObject({ description: z.string().optional(), goal: z.string().optional() }).optional(),
  }),
} as const satisfies Hook;
