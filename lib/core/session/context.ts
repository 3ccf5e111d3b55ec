/**
 * SessionContext (ACS §8, §9, §11): what a session has been through, as far as later decisions need it. Small and bounded:
 * it is written with every entry, so that nothing is recomputed from the chain. Wire names, because it is exported.
 */
import type { JsonObject } from "../json/value";

export const ORIGINS = [
  "user_input",
  "system",
  "tool_output",
  "retrieved",
  "agent_generated",
  "a2a_inbound",
  "external",
] as const;
export type Origin = (typeof ORIGINS)[number];

/** W§6: all three optional; what is absent is not restricted. */
export interface Capability {
  readonly tool?: string;
  readonly operation?: string;
  readonly resource?: string;
}

/** A person's grant beyond the declared Intent (W§6 `intent_extension`, scope `session`). */
export interface IntentGrant {
  readonly capabilities: readonly Capability[];
  readonly approval_id: string;
  /** Opaque id of whoever granted it. */
  readonly approver: string;
  /** Entry that recorded it. */
  readonly entry_id: string;
}

/** Fixed by the first step that carries one; grows through grants only (W§11). */
export interface IntentState {
  readonly raw?: string;
  readonly parsed?: readonly Capability[];
  readonly scope_mode?: string;
  /**
   * Lowercase hex over the intent as a set, to tell a repetition from a mutation. Empty while all that is known is a bound
   * inherited from the parent session: the first intent of its own must lie within `parsed` and replaces it.
   */
  readonly digest: string;
  readonly step_id: string;
  readonly grants: readonly IntentGrant[];
}

export interface OpenTurn {
  readonly turn_id: string;
  readonly parent_turn_id?: string;
  readonly triggered_by: string;
  /** Steps inside this turn so far. */
  readonly steps: number;
}

export interface SubagentState {
  readonly session_id: string;
  readonly step_id: string;
  readonly derivation: "inherit_full" | "inherit_subset" | "derived_from_parent" | "fresh";
  readonly state: "running" | "denied" | "stopped";
  readonly outcome?: string;
}

export interface LoadedSkill {
  readonly skill_id: string;
  readonly algorithm: string;
  readonly value: string;
  /** Skill ids, root first. */
  readonly load_path: readonly string[];
  readonly step_id: string;
}

/** W§9 provenance_summary: monotonic, whatever is compacted or archived. */
export interface ProvenanceSummary {
  readonly origins_seen: readonly Origin[];
  readonly entry_count: number;
  readonly entry_count_by_origin: { readonly [origin: string]: number };
  readonly earliest_step_id_by_origin: { readonly [origin: string]: string };
  readonly max_lineage_depth: number;
}

/** A source of data that came in, other than what the agent made of other data. */
export interface Leaf {
  readonly origin: Origin;
  readonly source_id?: string;
  /** One of the objects that brought it, to be cited. */
  readonly provenance_id?: string;
}

/** AARM: when data of each leaf last came in, counted in steps; more than fit are joined under `overflow_at`. */
export interface TaintState {
  readonly seen: readonly (Leaf & {
    readonly at: number;
    readonly provenance_id: string;
    /** The step that `at` counts. */
    readonly step_id: string;
  })[];
  readonly overflow_at: number | null;
  /** Step count at which trusted input of the user last grounded the session again. */
  readonly grounded_at: number;
}

export interface AgbomState {
  /** SHA-256 hex over JCS of the sorted current components. */
  readonly hash: string;
  readonly components: number;
  /** seq of the entry that last changed it. */
  readonly seq: number;
}

/** Where the session's spans belong (W§19), fixed by its first step or by the session that started it. Hex ids. */
export interface SessionTrace {
  readonly trace_id: string;
  /** The span that the session's own span is inside: the agent's, or that of the subagentStart. */
  readonly parent_id?: string;
}

export interface SessionContext {
  readonly v: 1;
  /** Steps so far, refused ones excluded. */
  readonly steps: number;
  /** Innermost last. */
  readonly turns: readonly OpenTurn[];
  readonly subagents: readonly SubagentState[];
  readonly intent: IntentState | null;
  readonly policy_mode: string | null;
  readonly skills: readonly LoadedSkill[];
  readonly summary: ProvenanceSummary;
  readonly taint: TaintState;
  /** DEFERs answered in this session, for the deferral bound. */
  readonly deferrals: number;
  readonly compactions: number;
  readonly agbom: AgbomState | null;
  /** Absent where nobody named a trace: the session then has one of its own. */
  readonly trace?: SessionTrace;
}

export const EMPTY_CONTEXT: SessionContext = {
  v: 1,
  steps: 0,
  turns: [],
  subagents: [],
  intent: null,
  policy_mode: null,
  skills: [],
  summary: {
    origins_seen: [],
    entry_count: 0,
    entry_count_by_origin: {},
    earliest_step_id_by_origin: {},
    max_lineage_depth: 0,
  },
  taint: { seen: [], overflow_at: null, grounded_at: 0 },
  deferrals: 0,
  compactions: 0,
  agbom: null,
};

/** One provenance object as it stands in the session's graph (W§9). */
export interface ProvenanceNode {
  readonly provenance_id: string;
  readonly origin: Origin;
  readonly source_id?: string;
  readonly derived_from: readonly string[];
  readonly step_id: string;
  /** 0 for what derives from nothing. */
  readonly depth: number;
  /** Where it comes from in the end; itself unless it is agent_generated. At most 32, then `leaves_overflow`. */
  readonly leaves: readonly Leaf[];
  /** Some ancestors are not listed or not known: policy must take the worst. */
  readonly leaves_overflow: boolean;
}

/** A skill that an allowed skillRegister made known (W§17.3), by (skill_id, algorithm, value). */
export interface SkillRegistration {
  readonly skill_id: string;
  readonly algorithm: string;
  readonly value: string;
  readonly declared_capabilities: readonly string[];
  readonly composed_skills: readonly string[];
  readonly session_key: string;
  readonly step_id: string;
}

/** A component of the session's current AgBOM, with the servers that declare it among their tools. */
export interface DeclaredComponent {
  readonly component: JsonObject;
  /** Component ids of mcp_servers, capabilities and skills that name it. */
  readonly held_by: readonly string[];
  /** Those of `held_by` that are declared: what is decided on a server reaches its tools. */
  readonly holders?: readonly { readonly component: JsonObject; readonly changed: boolean }[];
  /** This version of its definition replaced another one during the session, and nobody decided on it since. */
  readonly changed: boolean;
}

/** What a decision needs from the store about this step (read by the consult stage in as few queries as it can). */
export interface Needs {
  readonly provenance_ids: readonly string[];
  /** Step ids whose provenance ids a compaction must account for. */
  readonly compacted_steps: readonly string[];
  readonly skill_id: string | null;
  /** That skill and those of its load path, whose compositions must name each other. */
  readonly skill_ids: readonly string[];
  /** Components that the step uses, to be looked for in the AgBOM. */
  readonly uses: readonly ComponentUse[];
}

/** A component in use at a step, as far as the step says. */
export interface ComponentUse {
  readonly type: "tool" | "mcp_server" | "model" | "skill" | "knowledge_source" | "memory_store" | "a2a_peer";
  readonly name: string;
  /** Component id where the step names one (metadata.mcp_server_id, skill_id). */
  readonly id?: string;
  readonly provider?: string;
  readonly version?: string;
  readonly endpoint?: string;
  /** Digest value of a skill. */
  readonly digest?: string;
}

/** The answers to `Needs`. */
export interface Knowledge {
  readonly provenance: ReadonlyMap<string, ProvenanceNode>;
  /** step_id → provenance ids that it brought; a step of another session or of none is missing. */
  readonly step_provenance: ReadonlyMap<string, readonly string[]>;
  /** Registrations of every skill of `skill_ids`, any digest. */
  readonly skills: readonly SkillRegistration[];
  /** In the order of `uses`: what the AgBOM declares under that name; empty where undeclared. */
  readonly components: readonly (readonly DeclaredComponent[])[];
  /** In the order of `uses`: what the session declared under that name before, where it now declares nothing. */
  readonly former_components?: readonly (readonly DeclaredComponent[])[];
}

export const NO_KNOWLEDGE: Knowledge = {
  provenance: new Map(),
  step_provenance: new Map(),
  skills: [],
  components: [],
};
