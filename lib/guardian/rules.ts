/** Every rule there is, over one payload of a step: Cedar, structure, paradigms and bans. Pure. */
import { banFindings } from "../core/agbom/ban-findings";
import { componentNotes } from "../core/agbom/notes";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { paradigmFindings } from "../core/policy/paradigm-rules";
import { structuralFindings } from "../core/policy/structural";
import { structuralNotes } from "../core/policy/structural-notes";
import type { EngineResult, RuleInput } from "../core/policy/types";
import type { Knowledge, SessionContext } from "../core/session/context";
import { factsOf, policyStep } from "./policy-step";
import type { LoadedBundle, SessionSnapshot } from "./ports";

export interface RuleFacts {
  readonly method: string;
  readonly request_id: string;
  readonly metadata: JsonObject;
  readonly snapshot: SessionSnapshot;
  readonly context: SessionContext;
  readonly knowledge: Knowledge;
  readonly bundle: LoadedBundle;
  /** Database clock, ms. */
  readonly now: number;
}

export const judgePayload = (facts: RuleFacts, payload: JsonValue): EngineResult =>
  judgeInput(facts.bundle, ruleInput(facts, payload));

export function judgeInput(bundle: LoadedBundle, input: RuleInput): EngineResult {
  const engine = bundle.evaluate(input.step);
  const findings = [
    ...engine.findings,
    ...structuralFindings(input),
    ...paradigmFindings(input),
    ...banFindings({ ...input, bans: bundle.bans }),
  ];
  return { ...engine, findings };
}

/** What is told and recorded without changing any decision. */
export interface Notes {
  readonly reason_codes: readonly string[];
  readonly data: JsonObject | null;
  readonly audits: readonly { readonly action: string; readonly detail: Readonly<Record<string, unknown>> }[];
}

export interface NotedSession {
  /** Chain heads that the agent may rightly hold. */
  readonly heads: readonly string[];
  /** Its client negotiated turnStart: one that does not may name turns that nobody opened. */
  readonly reportsTurns: boolean;
}

export function notesOf(bundle: LoadedBundle, input: RuleInput, { heads, reportsTurns }: NotedSession): Notes {
  const structural = structuralNotes({ ...input, heads }).filter(
    ({ reason_code }) => reportsTurns || reason_code !== "turn_unknown",
  );
  const components = componentNotes({ ...input, bans: bundle.bans });
  return {
    reason_codes: [...new Set([...structural.map((note) => note.reason_code), ...components.reason_codes])],
    data: components.data,
    audits: [
      ...structural.map(({ reason_code, reason }) => ({ action: reason_code, detail: { reason } })),
      ...components.audits,
    ],
  };
}

/** What every rule is given about one payload. */
export function ruleInput(facts: RuleFacts, payload: JsonValue): RuleInput {
  const { bundle, context, knowledge, metadata, method, now, request_id, snapshot } = facts;
  return {
    step: policyStep(factsOf(method, metadata), snapshot, payload),
    request_id,
    payload: isJsonObject(payload) ? payload : {},
    metadata,
    context,
    knowledge,
    paradigms: bundle.paradigms,
    now,
  };
}
