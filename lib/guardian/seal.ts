/** Makes a draft final: ContextEntry and chain head (ACS §8), the answer, and the signature over it (§10). */

import { decisionHash, requestHash, sealEntry } from "../core/chain/entry";
import { canonicalText } from "../core/json/canonical";
import type { JsonObject, JsonValue } from "../core/json/value";
import { contextText } from "../core/session/stored";
import { provenanceSummary } from "../core/session/summary";
import { type Carried, carry } from "./carry";
import type { GuardianDeps } from "./deps";
import type { Draft, GuardianEntry } from "./draft";
import type { EntryRow, SessionRow, StepPlan } from "./ports";
import { signAnswer } from "./sign-answer";
import type { AdmittedStep } from "./stages/admit";
import type { Evaluated } from "./stages/evaluate";
import { toolNameOf, wrappedCall } from "./wrapped-call";

export interface Sealed {
  readonly plan: StepPlan;
  /** The signed answer, as stored and as sent. */
  readonly answer: string;
}

export async function seal(deps: GuardianDeps, evaluated: Evaluated, draft: Draft): Promise<Sealed> {
  const { step, snapshot, bundle, now } = evaluated;
  const chain = new ChainWriter(deps, snapshot.session, now);
  for (const entry of draft.earlier) chain.append(entry);
  const result = resultOf(step, draft);
  const carried = carry(evaluated, draft, { seq: chain.nextSeq, crypto: deps.crypto });
  const content = stepContent(deps, { evaluated, draft, result, carried });
  const own = chain.add(content, columnsOf(deps, evaluated, draft));
  const answer = await signedAnswer(deps, step, { ...result, chain_hash: own.entryHash });
  const plan: StepPlan = {
    tenantId: step.tenantId,
    sessionKey: snapshot.session.key,
    policyEpoch: bundle.epoch,
    expectedHead: { seq: snapshot.session.headSeq, hash: snapshot.session.headHash },
    reservations: step.reservations,
    moves: draft.moves,
    newApprovals: draft.newApprovals,
    votes: [],
    presentations: draft.presentations,
    entries: chain.rows,
    envelope: {
      requestId: step.request.params.request_id.toLowerCase(),
      seq: own.seq,
      method: step.method,
      request: (step.derivedFrom ?? step).text,
      response: answer,
    },
    session: { ...draft.session, context: contextText(carried.context) },
    ...carried.rows,
    ...(carried.context.trace === undefined ? {} : { trace: carried.context.trace }),
    audits: draft.audits,
    events: [{ topic: `session:${snapshot.session.key}`, ref: snapshot.session.key, seq: own.seq }, ...draft.events],
  };
  return { plan, answer };
}

export function resultOf(step: AdmittedStep, draft: Pick<Draft, "decision" | "body">): JsonObject {
  return {
    type: "final",
    acs_version: step.terms.negotiated_version,
    request_id: step.request.params.request_id,
    decision: draft.decision,
    ...draft.body,
    metadata: { evaluator: "deterministic" },
  };
}

export function signedAnswer(
  deps: GuardianDeps,
  step: Pick<AdmittedStep, "id" | "signer">,
  result: JsonObject,
): string | Promise<string> {
  const envelope: JsonObject = { jsonrpc: "2.0", id: step.id, result };
  return signAnswer(deps, { envelope, at: "result" }, step.signer);
}

function stepContent(
  deps: GuardianDeps,
  { evaluated, draft, result, carried }: { evaluated: Evaluated; draft: Draft; result: JsonObject; carried: Carried },
): JsonObject {
  const { step, now } = evaluated;
  const { request_id, metadata } = step.request.params;
  const summary = provenanceSummary(carried.context);
  return {
    entry_id: request_id,
    step_id: request_id,
    step_type: step.method,
    request_hash: requestHash(deps.crypto, (step.derivedFrom ?? step).params),
    timestamp: new Date(now).toISOString(),
    ...(metadata.turn_id === undefined ? {} : { turn_id: metadata.turn_id }),
    decision: draft.decision,
    decision_hash: decisionHash(deps.crypto, result),
    ...(draft.approvalId === null ? {} : { approval_id: draft.approvalId }),
    ...(summary === null ? {} : { provenance_summary: summary }),
    ...(evaluated.agbom === null || draft.decision === "deny" ? {} : { agbom_hash: evaluated.agbom.hash }),
  };
}

type Columns = Omit<EntryRow, "seq" | "entryId" | "stepId" | "stepType" | "previousHash" | "entryHash" | "content">;

function columnsOf({ crypto }: Pick<GuardianDeps, "crypto">, evaluated: Evaluated, draft: Draft): Columns {
  const { step, digest, bundle } = evaluated;
  const { payload, metadata } = step.request.params;
  const wrapped = wrappedCall(crypto, { method: step.method, metadata: metadata as JsonObject, payload });
  const isCall = step.method === "steps/toolCallRequest" || wrapped?.part === "call";
  return {
    decision: draft.decision,
    reason: textOrNull(draft.body.reasoning),
    reasonCodes: Array.isArray(draft.body.reason_codes) ? draft.body.reason_codes.map(String) : [],
    actionDigest: digest,
    approvalId: draft.approvalId,
    tool: toolNameOf(step.method, payload) ?? draft.tool ?? null,
    released: isCall && (draft.decision === "allow" || draft.decision === "modify"),
    resultOf: draft.resultOf,
    bundleDigest: bundle.digest,
    latencyUs: Math.round((performance.now() - step.startedAt) * 1000),
    callRef: wrapped?.ref ?? step.derivedFrom?.callRef ?? null,
  };
}

const textOrNull = (value: JsonValue | undefined): string | null => (typeof value === "string" ? value : null);

/** Appends to one session's chain, each entry linked to the one before. */
export class ChainWriter {
  readonly rows: EntryRow[] = [];
  readonly #deps: Pick<GuardianDeps, "crypto" | "ids">;
  readonly #now: number;
  #seq: number;
  #hash: string | null;

  constructor(
    deps: Pick<GuardianDeps, "crypto" | "ids">,
    session: Pick<SessionRow, "headSeq" | "headHash">,
    now: number,
  ) {
    this.#deps = deps;
    this.#now = now;
    this.#seq = session.headSeq;
    this.#hash = session.headHash;
  }

  /** The seq of the next entry. */
  get nextSeq(): number {
    return this.#seq + 1;
  }

  add(content: JsonObject, columns: Columns): EntryRow {
    const entry = sealEntry(this.#deps.crypto, content, this.#hash);
    this.#seq += 1;
    const row: EntryRow = {
      ...columns,
      seq: this.#seq,
      entryId: String(content.entry_id),
      stepId: String(content.step_id),
      stepType: String(content.step_type),
      previousHash: this.#hash ?? "",
      entryHash: String(entry.entry_hash),
      content: canonicalText(entry),
    };
    this.rows.push(row);
    this.#hash = row.entryHash;
    return row;
  }

  append(entry: GuardianEntry): EntryRow {
    const content: JsonObject = {
      entry_id: this.#deps.ids.uuid(),
      step_id: entry.stepId,
      step_type: entry.stepType,
      timestamp: new Date(this.#now).toISOString(),
      decision: entry.decision,
      ...(entry.approvalId === null ? {} : { approval_id: entry.approvalId }),
      ...entry.content,
    };
    return this.add(content, {
      decision: entry.decision,
      reason: entry.reason,
      reasonCodes: [],
      actionDigest: null,
      approvalId: entry.approvalId,
      tool: null,
      released: false,
      resultOf: null,
      bundleDigest: null,
      latencyUs: null,
    });
  }
}
