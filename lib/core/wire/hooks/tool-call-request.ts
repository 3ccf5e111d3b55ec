/** `steps/toolCallRequest` (W§12.9): the consequential hook, and the only step that may ask or defer. */
import { z } from "zod";
import { mapOf } from "../shapes";
import type { Hook } from "./hook";
import { type ProvenanceRule, tool, tracedValue } from "./pieces";

const payloadBy = (rule: ProvenanceRule) =>
  z.looseObject({
    tool,
    arguments: mapOf(tracedValue(rule)),
    operation: z.string().optional(),
    capability: z.string().optional(),
    raw_command: z.string().optional(),
    intent: z.looseObject({ description: z.string().optional(), goal: z.string().optional() }).optional(),
  });

export const toolCallRequest = {
  method: "steps/toolCallRequest",
  permitted: ["allow", "deny", "modify", "ask", "defer"],
  payload: payloadBy("base"),
  strictPayload: payloadBy("strict"),
} as const satisfies Hook;
