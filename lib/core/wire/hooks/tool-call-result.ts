/** `steps/toolCallResult` (W§12.10): what the tool did, or that it did not run. */
import { z } from "zod";
import { count, uuid } from "../shapes";
import type { Hook } from "./hook";
import { type ProvenanceRule, tool, tracedValue } from "./pieces";

const payloadBy = (rule: ProvenanceRule) =>
  z.looseObject({
    tool,
    exit_status: z.enum(["success", "failure", "timeout", "blocked"]),
    outputs: z.array(tracedValue(rule)),
    operation: z.string().optional(),
    request_id_ref: uuid.optional(),
    duration_ms: count.optional(),
  });

export const toolCallResult = {
  method: "steps/toolCallResult",
  permitted: ["allow", "deny", "modify"],
  payload: payloadBy("base"),
  strictPayload: payloadBy("strict"),
} as const satisfies Hook;
