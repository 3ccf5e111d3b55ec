/** `steps/userMessage` (W§12.4). */
import { z } from "zod";
import type { Hook } from "./hook";
import { content, type ProvenanceRule } from "./pieces";

const payloadBy = (rule: ProvenanceRule) => z.looseObject({ content: content(rule) });

export const userMessage = {
  method: "steps/userMessage",
  permitted: ["allow", "deny", "modify"],
  payload: payloadBy("base"),
  strictPayload: payloadBy("strict"),
} as const satisfies Hook;
