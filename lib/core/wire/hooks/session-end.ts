/** `steps/sessionEnd` (W§12.19): closes the chain; audit only, nothing can stop it. */
import { z } from "zod";
import { digest } from "../shapes";
import type { Hook } from "./hook";

// the full enum of `reason` and the shape of `summary` are unknown, so neither is narrowed
const payload = z.looseObject({ reason: z.string(), final_chain_hash: digest.optional() });

export const sessionEnd = {
  method: "steps/sessionEnd",
  permitted: ["allow"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
