/** `steps/preCompact` (W§12.11): which steps the context is about to be compacted by. */
import { z } from "zod";
import { count } from "../shapes";
import type { Hook } from "./hook";
import { provenanceSummary } from "./pieces";

const payload = z.looseObject({
  entries_to_compact: z.array(z.string()).min(1),
  triggered_by: z.enum(["size_threshold", "manual", "agent_initiated", "framework_initiated"]),
  pre_compact_provenance_summary: provenanceSummary.optional(),
  estimated_input_tokens: count.optional(),
  target_summary_tokens: count.optional(),
});

export const preCompact = {
  method: "steps/preCompact",
  permitted: ["allow", "deny"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
