/** `steps/skillRegister` (W§12.15): the whole skill is seen once, before it may load. */
import { z } from "zod";
import type { Hook } from "./hook";
import { provenance, skillDigest } from "./pieces";

const ids = z.array(z.string());

const payload = z.looseObject({
  skill_id: z.string(),
  // `body` travels for inspection and may be anything; a member `skill` exists, of unknown shape
  definition: z.looseObject({ digest: skillDigest, ref: z.string().optional() }),
  declared_capabilities: z.array(z.string()),
  composition: z
    .looseObject({
      tools: ids.optional(),
      mcp_servers: ids.optional(),
      a2a_peers: ids.optional(),
      models: ids.optional(),
      composed_skills: ids.optional(),
    })
    .optional(),
  registration_provenance: provenance.optional(),
});

export const skillRegister = {
  method: "steps/skillRegister",
  permitted: ["allow", "deny"],
  payload,
  strictPayload: payload,
} as const satisfies Hook;
