/** `steps/agentResponse` (W§12.5). */
import { z } from "zod";
import type { Hook } from "./hook";
import { content, type ProvenanceRule } from "./pieces";

const payloadBy = (rule: ProvenanceRule) => z.looseObject({ content: content(rule), reasoning: z.string().optional() });

export const agentResponse = {
  method: "steps/agentResponse",
  permitted: ["allow", "deny", "modify"],
  payload: payloadBy("base"),
  strictPayload: payloadBy("strict"),
} as const satisfies Hook;
