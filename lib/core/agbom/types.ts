/** AgBOM parts as received (W§13); `schema.ts` judges them. */
import type { JsonObject } from "../json/value";
import type { ComponentType } from "./ban";

export const COMPONENT_TYPES = [
  "model",
  "mcp_server",
  "a2a_peer",
  "tool",
  "knowledge_source",
  "memory_store",
  "agent_capability",
  "skill",
] as const satisfies readonly ComponentType[];

export const SOURCE_TYPES = ["vector_db", "search_index", "knowledge_base", "web_search", "other"] as const;
export const MEMORY_SCOPES = ["session", "user", "tenant", "global"] as const;

/** A component as received. */
export type AgbomComponent = JsonObject & {
  readonly id: string;
  readonly type: ComponentType;
  readonly name?: string;
  readonly version?: string;
  readonly provider?: string;
  readonly endpoint?: string;
  readonly registration_provenance?: JsonObject;
  readonly model_fields?: JsonObject & { readonly context_window: number; readonly args?: JsonObject };
  readonly mcp_server_fields?: JsonObject & { readonly tools: readonly string[] };
  readonly a2a_peer_fields?: JsonObject & { readonly protocol_version: string; readonly agent_card_ref?: string };
  readonly tool_fields?: JsonObject & { readonly capability: string };
  readonly knowledge_source_fields?: JsonObject & {
    readonly source_type: (typeof SOURCE_TYPES)[number];
    readonly schema_ref?: string;
  };
  readonly memory_store_fields?: JsonObject & {
    readonly scope: (typeof MEMORY_SCOPES)[number];
    readonly store_type: string;
    readonly path?: string;
    readonly window_size?: number;
  };
  readonly agent_capability_fields?: JsonObject & {
    readonly description: string;
    readonly tools?: readonly string[];
    readonly mcp_servers?: readonly string[];
    readonly a2a_peers?: readonly string[];
  };
  readonly skill_fields?: JsonObject & {
    readonly description: string;
    readonly definition: JsonObject & {
      readonly ref?: string;
      readonly digest: JsonObject & { readonly algorithm: string; readonly value: string };
    };
    readonly declared_capabilities?: readonly string[];
    readonly tools?: readonly string[];
    readonly mcp_servers?: readonly string[];
    readonly a2a_peers?: readonly string[];
    readonly models?: readonly string[];
    readonly composed_skills?: readonly string[];
  };
};

/** A document as received. */
export type AgbomDocument = JsonObject & {
  readonly agent?: JsonObject & { readonly id?: string; readonly agent_id?: string };
  readonly generated_at?: string;
  readonly agbom_hash?: string;
  readonly components: readonly AgbomComponent[];
};

/** A change as received, where it is no whole document. At least one list is there. */
export type AgbomDiff = JsonObject & {
  readonly added?: readonly AgbomComponent[];
  readonly removed?: readonly (string | (JsonObject & { readonly id: string }))[];
  readonly changed?: readonly AgbomComponent[];
};
