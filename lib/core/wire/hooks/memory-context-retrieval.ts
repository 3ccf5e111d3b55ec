/** `steps/memoryContextRetrieval` (W§12.7): memories read into the context. */
import { z } from "zod";
import { anyValue, dateTime } from "../shapes";
import type { Hook } from "./hook";
import { memoryStoreRef, type ProvenanceRule, provenance, provenanceBy } from "./pieces";

const payloadBy = (rule: ProvenanceRule) =>
  z.looseObject({
    results: z.array(
      z.looseObject({
        value: anyValue,
        memory_id: z.string().optional(),
        stored_at: dateTime.optional(),
        provenance: provenanceBy(rule),
      }),
    ),
    // the query need not carry provenance in either rule
    query: z.looseObject({ value: z.string().optional(), provenance: provenance.optional() }).optional(),
    memory_store: memoryStoreRef.optional(),
  });

export const memoryContextRetrieval = {
  method: "steps/memoryContextRetrieval",
  permitted: ["allow", "deny", "modify"],
  payload: payloadBy("base"),
  strictPayload: payloadBy("strict"),
} as const satisfies Hook;
