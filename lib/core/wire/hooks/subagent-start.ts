/** `steps/subagentStart` (W§12.13): a subagent is about to be spawned; sent on the parent's session. */
import { z } from "zod";
import { openObject, uuid } from "../shapes";
import type { Hook } from "./hook";
import { intent } from "./pieces";

const payload = z.looseObject({
  subagent_session_id: uuid,
  parent_session_id: uuid,
  parent_step_id: z.string(),
  intent_derivation: z.enum(["inherit_full", "inherit_subset", "derived_from_parent", "fresh"]),
  subagent_intent: intent.optional(),
  subagent_descriptor: openObject.optional(),
});

export const subagentStart = {
  method: "steps/subagentStart",
  permitted: ["allow", "deny"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
