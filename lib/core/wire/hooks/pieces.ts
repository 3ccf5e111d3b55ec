/** Payload pieces that several hooks share (W§9, W§11, W§12). Every object is open. */
import { z } from "zod";
import { anyValue } from "../shapes";

export const provenance = z.looseObject({
  provenance_id: z.string(),
  origin: z.enum(["user_input", "system", "tool_output", "retrieved", "agent_generated", "a2a_inbound", "external"]),
  source_id: z.string().optional(),
  derived_from: z.array(z.string()).optional(),
});

/** How a session treats provenance: optional in the base schemas, required in the strict ones (W§12). */
export type ProvenanceRule = "base" | "strict";

const provenanceBy = (rule: ProvenanceRule) => (rule === "strict" ? provenance : provenance.optional());

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
