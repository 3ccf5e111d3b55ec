/** A session in memory for tests of pure rules: keeps what the store would keep between the steps. */
import { fromPlainObject } from "../core/json/build";
import type { JsonObject } from "../core/json/value";
import type { ParadigmSettings } from "../core/policy/paradigms";
import type { Disposition, RuleInput } from "../core/policy/types";
import { advanceContext } from "../core/session/advance";
import {
  EMPTY_CONTEXT,
  type Knowledge,
  NO_KNOWLEDGE,
  type ProvenanceNode,
  type SessionContext,
  type SkillRegistration,
} from "../core/session/context";
import { needsOf } from "../core/session/needs";
import { nodesOf } from "../core/session/provenance";
import { registrationOf } from "../core/session/skills";

export const MODEL_SESSION = "5c3f1b8e-9a0d-4c2e-8f4b-2d6a7e9c1b30";

export interface ModelStep {
  readonly method: string;
  readonly payload?: object;
  readonly metadata?: object;
  readonly decision?: Disposition;
  readonly id?: string;
}

export class SessionModel {
  context: SessionContext;
  readonly #nodes = new Map<string, ProvenanceNode>();
  readonly #steps = new Map<string, readonly string[]>();
  readonly #skills: SkillRegistration[] = [];
  #count = 0;

  constructor(
    readonly paradigms: ParadigmSettings = {},
    context: SessionContext = EMPTY_CONTEXT,
  ) {
    this.context = context;
  }

  /** What rules are given for this step, without taking it. */
  input({ method, payload = {}, metadata = {}, id = `s-${this.#count + 1}` }: ModelStep): RuleInput {
    const body = fromPlainObject(payload);
    const facts = fromPlainObject(metadata);
    return {
      step: { method, agent_id: "agent", session_id: MODEL_SESSION },
      request_id: id,
      payload: body,
      metadata: facts,
      context: this.context,
      knowledge: this.#knowledge(method, body, facts),
      paradigms: this.paradigms,
      now: 0,
    };
  }

  /** Takes the step with that decision (default allow) and keeps what it brought. */
  take(step: ModelStep): SessionContext {
    const decision = step.decision ?? "allow";
    const { payload, metadata, request_id, knowledge } = this.input(step);
    this.#count += 1;
    const nodes = nodesOf({ payload, step_id: request_id, knowledge });
    for (const node of nodes) this.#nodes.set(node.provenance_id, node);
    this.#steps.set(
      request_id,
      nodes.map(({ provenance_id }) => provenance_id),
    );
    const registration = registrationOf(payload, { session_key: "k", step_id: request_id });
    if (step.method === "steps/skillRegister" && decision !== "deny" && registration) this.#skills.push(registration);
    const { context } = this;
    this.context = advanceContext({
      context,
      method: step.method,
      payload,
      metadata,
      request_id,
      decision,
      nodes,
      knowledge,
    });
    return this.context;
  }

  #knowledge(method: string, payload: JsonObject, metadata: JsonObject): Knowledge {
    const needs = needsOf(method, payload, metadata);
    const known = needs.provenance_ids.flatMap((id) => this.#nodes.get(id) ?? []);
    const steps = needs.compacted_steps.filter((id) => this.#steps.has(id));
    return {
      ...NO_KNOWLEDGE,
      provenance: new Map(known.map((node) => [node.provenance_id, node])),
      step_provenance: new Map(steps.map((id) => [id, this.#steps.get(id) ?? []])),
      skills: this.#skills.filter(({ skill_id }) => needs.skill_ids.includes(skill_id)),
    };
  }
}

/** A provenance object. */
export const prov = (provenance_id: string, origin: string, more: object = {}): object => ({
  provenance_id,
  origin,
  ...more,
});

/** A tool call whose arguments are `[value, provenance]` pairs. */
export const toolCall = (
  name: string,
  args: { readonly [argument: string]: readonly [unknown, object?] },
  more: object = {},
): ModelStep => ({
  method: "steps/toolCallRequest",
  payload: {
    tool: { name },
    arguments: Object.fromEntries(
      Object.entries(args).map(([argument, [value, provenance]]) => [
        argument,
        { value, ...(provenance ? { provenance } : {}) },
      ]),
    ),
    ...more,
  },
});

export const userMessage = (value: string, provenance?: object): ModelStep => ({
  method: "steps/userMessage",
  payload: { content: [{ type: "text", value, ...(provenance ? { provenance } : {}) }] },
});

export const retrieval = (...results: readonly object[]): ModelStep => ({
  method: "steps/knowledgeRetrieval",
  payload: { query: { value: "q" }, results: results.map((provenance) => ({ value: "text", provenance })) },
});
