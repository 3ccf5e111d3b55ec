/** `steps/knowledgeRetrieval` (W§12.6): what was looked up, and what came back. */
import { z } from "zod";
import { SOURCE_TYPES } from "../../agbom/types";
import { anyValue } from "../shapes";
import type { Hook } from "./hook";
import { type ProvenanceRule, provenanceBy } from "./pieces";

const payloadBy = (rule: ProvenanceRule) =>
  z.looseObject({
    query: z.looseObject({ value: z.string(), provenance: provenanceBy(rule) }),
    results: z.array(
      z.looseObject({
        value: anyValue,
        source_id: z.string().optional(),
        score: z.number().optional(),
        provenance: provenanceBy(rule),
      }),
    ),
    source: z
      .looseObject({
        name: z.string().optional(),
        type: z.enum(SOURCE_TYPES).optional(),
        version: z.string().optional(),
      })
      .optional(),
  });

export const knowledgeRetrieval = {
  method: "steps/knowledgeRetrieval",
  permitted: ["allow", "deny", "modify"],
  payload: payloadBy("base"),
  strictPayload: payloadBy("strict"),
} as const satisfies Hook;
