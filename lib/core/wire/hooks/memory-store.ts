/** `steps/memoryStore` (W§12.8): one memory to be written, changed or removed. */
import { z } from "zod";
import { openObject } from "../shapes";
import type { Hook } from "./hook";
import { memoryStoreRef, type ProvenanceRule, tracedValue } from "./pieces";

const payloadBy = (rule: ProvenanceRule) =>
  z.looseObject({
    content: tracedValue(rule),
    memory_id: z.string().optional(),
    memory_store: memoryStoreRef.optional(),
    operation: z.enum(["create", "update", "delete"]).optional(),
    metadata: openObject.optional(),
  });

export const memoryStore = {
  method: "steps/memoryStore",
  permitted: ["allow", "deny", "modify"],
  payload: payloadBy("base"),
  strictPayload: payloadBy("strict"),
} as const satisfies Hook;
