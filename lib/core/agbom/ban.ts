/** A banned component: what it matches. All given members must match; at least one besides `type` is given. */
export type ComponentType =
  | "model"
  | "mcp_server"
  | "a2a_peer"
  | "tool"
  | "knowledge_source"
  | "memory_store"
  | "agent_capability"
  | "skill";

export interface Ban {
  readonly id: string;
  /** Null matches every type. */
  readonly type: ComponentType | null;
  /** Compared in normalised form (lib/core/agbom/normalise.ts). */
  readonly name: string | null;
  /** A range such as ">=1.2 <2", or one version. */
  readonly version_range: string | null;
  readonly provider: string | null;
  /** An origin, or a URL prefix at a path boundary. */
  readonly endpoint: string | null;
  /** "algorithm:hex" of a skill's definition, or of the canonical component. */
  readonly digest: string | null;
  readonly reason: string;
  /** ms since the epoch, or null for good. */
  readonly expires_at: number | null;
}
