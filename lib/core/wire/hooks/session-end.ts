/** `steps/sessionEnd` (W§12.19): closes the chain; audit only, nothing can stop it. */
import { z } from "zod";
import { digest } from "../shapes";
import type { Hook } from "./hook";

export const sessionEnd = {
  method: "steps/sessionEnd",
  permitted: ["allow"],
  // the full enum of `reason` and the shape of `summary` are unknown, so neither is narrowed
  payload: z.looseObject({ reason: z.string(), final_chain_hash: digest.optional() }),
} as const satisfies Hook;
