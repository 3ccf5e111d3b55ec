/** `steps/postCompact` (W§12.12): the summary and its lineage. It has happened: it can be edited, not denied. */
import { z } from "zod";
import { count, digest } from "../shapes";
import type { Hook } from "./hook";
import { lineageText } from "./pieces";

const payload = z.looseObject({
  // that the origin is agent_generated and the lineage complete is a rule of the session, not of the shape
  summary: lineageText,
  entries_compacted: z.array(z.string()).min(1),
  pre_compact_chain_hash: digest,
  post_compact_chain_hash: digest,
  lineage_depth_after: count.optional(),
});

export const postCompact = {
  method: "steps/postCompact",
  permitted: ["allow", "modify"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
