/** AgBOM on the wire (W§13): the component, the document, and what `agbom/snapshot` and `agbom/changed` carry. */
import { z } from "zod";
import { isJsonObject, type JsonObject } from "../json/value";
import { provenance, skillDigest } from "../wire/hooks/pieces";
import { count, dateTime, digest, fault, judgePart, openObject, uri } from "../wire/shapes";
import type { ComponentType } from "./ban";
import { COMPONENT_TYPES, MEMORY_SCOPES, SOURCE_TYPES } from "./types";

export type { AgbomComponent, AgbomDiff, AgbomDocument } from "./types";
export { COMPONENT_TYPES, MEMORY_SCOPES, SOURCE_TYPES } from "./types";

const text = z.string();
const ids = z.array(z.string());
// judged wherever they stand, also on a component of another type, as the published schema does
const typeFields = {
  model_fields: z.looseObject({ context_window: count, args: openObject.optional() }).optional(),
  mcp_server_fields: z.looseObject({ tools: ids }).optional(),
  a2a_peer_fields: z.looseObject({ protocol_version: text, agent_card_ref: uri.optional() }).optional(),
  tool_fields: z.looseObject({ capability: text }).optional(),
  knowledge_source_fields: z.looseObject({ source_type: z.enum(SOURCE_TYPES), schema_ref: uri.optional() }).optional(),
  memory_store_fields: z
    .looseObject({
      scope: z.enum(MEMORY_SCOPES),
      store_type: text,
      path: uri.optional(),
      window_size: count.optional(),
    })
    .optional(),
  agent_capability_fields: z
    .looseObject({
      description: text,
      tools: ids.optional(),
      mcp_servers: ids.optional(),
      a2a_peers: ids.optional(),
    })
    .optional(),
  skill_fields: z
    .looseObject({
      description: text,
      definition: z.looseObject({ ref: text.optional(), digest: skillDigest }),
      declared_capabilities: ids.optional(),
      tools: ids.optional(),
      mcp_servers: ids.optional(),
      a2a_peers: ids.optional(),
      models: ids.optional(),
      composed_skills: ids.optional(),
    })
    .optional(),
};

/** Members that a component of each type must have besides `id` and `type`. */
export const REQUIRED_BY_TYPE: { readonly [type in ComponentType]: readonly string[] } = {
  model: ["name", "version", "provider", "endpoint", "model_fields"],
  mcp_server: ["name", "version", "endpoint", "mcp_server_fields"],
  a2a_peer: ["endpoint", "a2a_peer_fields"],
  tool: ["name", "version", "provider", "tool_fields"],
  knowledge_source: ["name", "knowledge_source_fields"],
  memory_store: ["name", "memory_store_fields"],
  agent_capability: ["name", "agent_capability_fields"],
  skill: ["name", "skill_fields"],
};

const componentBy = (registration: typeof provenance | z.ZodOptional<typeof provenance>) =>
  z
    .looseObject({
      id: text,
      type: z.enum(COMPONENT_TYPES),
      name: text.optional(),
      version: text.optional(),
      provider: text.optional(),
      endpoint: uri.optional(),
      registration_provenance: registration,
      ...typeFields,
    })
    .check((context) => {
      for (const name of REQUIRED_BY_TYPE[context.value.type] ?? [])
        if (!Object.hasOwn(context.value, name)) fault(context, [name], "is required");
    });

export const component = componentBy(provenance.optional());
/** Under ACS-Provenance every component says how it was registered. */
export const strictComponent = componentBy(provenance);

const documentBy = (part: typeof component | typeof strictComponent) =>
  z.looseObject({
    // one published rule names `agent.id`, another `agent.agent_id`
    agent: z.looseObject({ id: text.optional(), agent_id: text.optional() }).optional(),
    generated_at: dateTime.optional(),
    agbom_hash: digest.optional(),
    components: z.array(part),
  });

export const agbomDocument = documentBy(component);

const DIFF = ["added", "removed", "changed"] as const;
const holds = (value: object, names: readonly string[]) => names.some((name) => Object.hasOwn(value, name));

const diffBy = (part: typeof component | typeof strictComponent) =>
  z
    .looseObject({
      added: z.array(part).optional(),
      /** Component ids, or objects that carry one. */
      removed: z.array(z.union([text, z.looseObject({ id: text })])).optional(),
      /** Each the whole component as it is from now on. */
      changed: z.array(part).optional(),
    })
    .refine((diff) => holds(diff, DIFF), { message: "holds neither components nor added, removed or changed" });

/** Why the AgBOM changed; the standard's trace mapping names the fact, not the member. */
const reasons = z.looseObject({ reason: text.optional(), change_reason: text.optional() });

/** The payload, or its one member `agbom`: never both, or two readers could see two documents. */
const payloadBy = (judge: (body: JsonObject) => z.ZodType): z.ZodType =>
  openObject.check((context) => {
    const { value } = context;
    judgePart(context, [], [reasons, value]);
    if (!Object.hasOwn(value, "agbom")) return judgePart(context, [], [judge(value), value]);
    const body = value.agbom;
    if (!isJsonObject(body)) return fault(context, ["agbom"], "must be an object");
    if (holds(value, ["components", ...DIFF])) return fault(context, ["agbom"], "stands beside a second document");
    judgePart(context, ["agbom"], [judge(body), body]);
  });

const snapshotBy = (part: typeof component | typeof strictComponent) => payloadBy(() => documentBy(part));

const changedBy = (part: typeof component | typeof strictComponent) =>
  payloadBy((body) => {
    if (!Object.hasOwn(body, "components")) return diffBy(part);
    return documentBy(part).refine((both) => !holds(both, DIFF), { message: "is both a document and a diff" });
  });

/** `agbom/snapshot`: the document itself, or under `agbom`. */
export const agbomSnapshotPayload = snapshotBy(component);
export const strictAgbomSnapshotPayload = snapshotBy(strictComponent);
/** `agbom/changed`: a document or a diff, itself or under `agbom`; `reason` (or `change_reason`) beside it. */
export const agbomChangedPayload = changedBy(component);
export const strictAgbomChangedPayload = changedBy(strictComponent);
