/** Payload pieces that several hooks share (W§9, W§11, W§12). Every object is open. */
import { z } from "zod";
import { MEMORY_SCOPES } from "../../agbom/types";
import { ORIGINS } from "../../session/context";
import { anyValue, count, mapOf } from "../shapes";

export const provenance = z.looseObject({
  provenance_id: z.string(),
  origin: z.enum(ORIGINS),
  source_id: z.string().optional(),
  derived_from: z.array(z.string()).optional(),
});

/** How a session treats provenance: optional in the base schemas, required in the strict ones (W§12). */
export type ProvenanceRule = "base" | "strict";

/** Of a field that bears data: optional, or required of clients that produce it. */
export const provenanceBy = (rule: ProvenanceRule) => (rule === "strict" ? provenance : provenance.optional());

/** A value with where it came from. */
export const tracedValue = (rule: ProvenanceRule) => z.looseObject({ value: anyValue, provenance: provenanceBy(rule) });

export const content = (rule: ProvenanceRule) =>
  z
    .array(
      z.looseObject({
        type: z.enum(["text", "image", "audio", "file"]),
        value: anyValue,
        provenance: provenanceBy(rule),
      }),
    )
    .min(1);

export const tool = z.looseObject({
  name: z.string(),
  version: z.string().optional(),
  provider: z.string().optional(),
});

export const capability = z.looseObject({
  tool: z.string().optional(),
  operation: z.string().optional(),
  resource: z.string().optional(),
});

/** W§9 provenance_summary, as a client reports it. */
export const provenanceSummary = z.looseObject({
  origins_seen: z
    .array(z.enum(ORIGINS))
    .refine((origins) => new Set(origins).size === origins.length, "must be unique")
    .optional(),
  entry_count: count.optional(),
  entry_count_by_origin: mapOf(count).optional(),
  earliest_step_id_by_origin: mapOf(z.string()).optional(),
  max_lineage_depth: count.optional(),
});

/** Text that the agent made, with its lineage: provenance is part of it in every profile. */
export const lineageText = z.looseObject({ value: z.string(), provenance });

/** Over the whole loadable artifact of a skill. */
export const skillDigest = z.looseObject({ algorithm: z.string(), value: z.string() });

export const memoryStoreRef = z.looseObject({
  name: z.string().optional(),
  scope: z.enum(MEMORY_SCOPES).optional(),
});

/** W§11: what the session is for. `parser_provenance` must be there, from user input, when `parsed` is. */
export const intent = z
  .looseObject({
    raw: z.string().optional(),
    parsed: z.array(capability).optional(),
    parser_provenance: provenance.optional(),
    scope_mode: z.string().optional(),
  })
  .refine((value) => value.parsed === undefined || value.parser_provenance?.origin === "user_input", {
    message: "parsed needs parser_provenance with origin user_input",
  });
