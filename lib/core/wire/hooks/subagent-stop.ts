/** `steps/subagentStop` (W§12.14): how a subagent ended; audit only. */
import { z } from "zod";
import { anyValue, count, digest, uuid } from "../shapes";
import type { Hook } from "./hook";
import { provenance } from "./pieces";

const payload = z.looseObject({
  subagent_session_id: uuid,
  outcome: z.enum(["completed", "failed", "cancelled", "timeout", "denied_at_spawn"]),
  // absent where the framework keeps no chain of its own for subagents
  final_chain_hash: digest.optional(),
  summary: z.looseObject({ value: anyValue, provenance }).optional(),
  subagent_step_count: count.optional(),
});

export const subagentStop = {
  method: "steps/subagentStop",
  permitted: ["allow"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
