/** What the intent and provenance view of a session is given: plain JSON. */
import type { Capability, ProvenanceSummary } from "../session/context";
import type { Actor } from "./approvals";

export interface StoryGrant {
  readonly capabilities: readonly Capability[];
  readonly by: Actor;
  readonly approvalId: string;
  /** Entry that recorded it, null where it is not stored. */
  readonly seq: number | null;
}

export interface StoryIntent {
  readonly raw: string | null;
  readonly parsed: readonly Capability[];
  readonly scopeMode: string | null;
  readonly digest: string;
  /** Step that fixed it. */
  readonly seq: number | null;
  readonly grants: readonly StoryGrant[];
}

export interface StoryTurn {
  readonly turnId: string;
  readonly parentTurnId: string | null;
  readonly triggeredBy: string;
  readonly steps: number;
}

/** A session among those that started one another. */
export interface StorySession {
  readonly key: string;
  readonly parentKey: string | null;
  readonly sessionId: string;
  readonly agentName: string;
  readonly state: string;
  readonly closeReason: string | null;
  readonly steps: number;
}

/** A subagent as its parent declared it. */
export interface StorySubagent {
  readonly sessionId: string;
  /** Null where it never said hello to this Guardian. */
  readonly key: string | null;
  readonly derivation: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly seq: number | null;
}

export interface StorySkill {
  readonly skillId: string;
  readonly algorithm: string;
  readonly value: string;
  readonly loadPath: readonly string[];
  readonly seq: number | null;
}

export interface SessionStory {
  /** False where the stored context cannot be read: nothing is known then, and nothing is claimed. */
  readonly readable: boolean;
  readonly intent: StoryIntent | null;
  readonly policyMode: string | null;
  readonly turns: { readonly open: readonly StoryTurn[]; readonly started: number; readonly ended: number };
  readonly subagents: readonly StorySubagent[];
  /** Parents up to the first one, this session and everything below it; at most 200. */
  readonly family: readonly StorySession[];
  readonly skills: readonly StorySkill[];
  readonly summary: ProvenanceSummary | null;
  /** Origin to the seq of the first step that brought it. */
  readonly firstSeq: { readonly [origin: string]: number };
  readonly deferrals: number;
  readonly compactions: number;
}

/** One value in a lineage. */
export interface LineageNode {
  readonly id: string;
  /** Null for an id that nothing recorded. */
  readonly origin: string | null;
  readonly sourceId: string | null;
  readonly derivedFrom: readonly string[];
  readonly seq: number | null;
  readonly depth: number;
  readonly wanted: boolean;
}

export interface Lineage {
  readonly nodes: readonly LineageNode[];
  /** More ancestors than are drawn. */
  readonly truncated: boolean;
}
