/** The step that a resolver's question makes of an approved item: its stored action, under the question's own request_id. */
import { fromPlainObject, member, memberAt } from "../../core/json/build";
import { canonicalText } from "../../core/json/canonical";
import { readStoredText } from "../../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import { parseRequest } from "../../core/wire/envelope";
import { hookFor } from "../../core/wire/hooks/registry";
import { answerStep, type StepDesk } from "../answer-step";
import { readObject } from "../approvals/edits";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow } from "../ports";
import { type AdmittedExtension, type AdmittedStep, sessionTerms } from "../stages/admit";

/** Judged, consumed and chained like any other re-send of that action; the bytes of its signed answer. */
export async function releaseItem(desk: StepDesk, message: AdmittedExtension, row: ApprovalRow): Promise<Uint8Array> {
  return answerStep(desk, await releasingStep(desk.deps, message, row));
}

async function releasingStep(deps: GuardianDeps, message: AdmittedExtension, row: ApprovalRow): Promise<AdmittedStep> {
  const hook = hookFor(row.method);
  const action = readObject(row.requestedAction);
  const asking = await deps.store.request(row.sessionKey, row.requestId);
  const metadata = metadataOf(action, message, asking);
  const { signature: _, ...envelope } = message.request.params;
  const raw = fromPlainObject({
    jsonrpc: "2.0",
    id: message.id,
    method: row.method,
    params: { ...envelope, metadata, payload: member(action, "payload") },
  });
  const request = parseRequest(raw);
  if (!hook || !request.ok) throw new Error(`the action of ${row.id} is no step`);
  return {
    ...message,
    method: row.method,
    params: request.value.params,
    text: canonicalText(raw),
    // people have had their time; what is left to do is the work of one step
    receivedAt: deps.clock.now(),
    reserveMs: null,
    startedAt: performance.now(),
    context: { ...message.context, sessionKey: row.sessionKey },
    request: request.value,
    hook,
    terms: sessionTerms(message.snapshot),
    reservations: [],
    derivedFrom: { params: message.params, text: message.text, releases: row.id },
  };
}

/** What the digest leaves out comes from the question where it says so, and else from the step that asked. */
function metadataOf(action: JsonObject, message: AdmittedExtension, asking: string | null): JsonObject {
  const own = message.request.params.metadata;
  const read = asking === null ? null : readStoredText(asking);
  const first = read?.ok ? memberAt(read.value, "params", "metadata") : undefined;
  const turn = Object.hasOwn(own, "turn_id") ? own : first;
  const stored = member(action, "metadata");
  return fromPlainObject({
    ...(isJsonObject(stored) ? stored : {}),
    turn_id: member(turn as JsonValue | undefined, "turn_id"),
    parent_turn_id: member(turn as JsonValue | undefined, "parent_turn_id"),
    session_state: own.session_state,
  });
}
