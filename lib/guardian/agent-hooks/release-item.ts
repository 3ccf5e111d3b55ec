/** The step that a resolver's question makes of an approved item: its stored action, under the question's own request_id. */
import { fromPlainObject, member, memberAt } from "../../core/json/build";
import { readStoredText } from "../../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import { answerStep, type StepDesk } from "../answer-step";
import { readObject } from "../approvals/edits";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow } from "../ports";
import type { AdmittedExtension, AdmittedStep } from "../stages/admit";
import { callRefOf, deriveStep } from "./derive-step";

/** Judged, consumed and chained like any other re-send of that action; the bytes of its signed answer. */
export async function releaseItem(desk: StepDesk, message: AdmittedExtension, row: ApprovalRow): Promise<Uint8Array> {
  return answerStep(desk, await releasingStep(desk.deps, message, row));
}

async function releasingStep(deps: GuardianDeps, message: AdmittedExtension, row: ApprovalRow): Promise<AdmittedStep> {
  const { request_id, payload } = message.request.params;
  const action = readObject(row.requestedAction);
  const asking = await askingParams(deps, row);
  // the host may keep the id from the approver; then it is that of the context that asked
  const callId =
    memberAt(payload, "request", "context", "tool_call", "id") ??
    memberAt(asking, "payload", "context", "tool_call", "id");
  const step = deriveStep(message, {
    method: row.method,
    requestId: request_id,
    metadata: metadataOf(action, message, asking),
    payload: member(action, "payload") ?? null,
    // people have had their time; what is left to do is the work of one step
    receivedAt: deps.clock.now(),
    reserveMs: null,
    // the question itself was reserved when it was admitted
    reservations: [],
    origin: {
      releases: row.id,
      ...(typeof callId === "string" ? { callRef: callRefOf(deps.crypto, callId) } : {}),
    },
  });
  if (!step.ok) throw new Error(`the action of ${row.id} is no step: ${step.failure.message}`);
  return step.value;
}

/** Of the step that asked, as it was received; undefined where that was erased. */
async function askingParams(deps: GuardianDeps, row: ApprovalRow): Promise<JsonValue | undefined> {
  const text = await deps.store.request(row.sessionKey, row.requestId);
  const read = text === null ? null : readStoredText(text);
  return read?.ok ? member(read.value, "params") : undefined;
}

/** What the digest leaves out comes from the question where it says so, and else from the step that asked. */
function metadataOf(action: JsonObject, message: AdmittedExtension, asking: JsonValue | undefined): JsonObject {
  const own = message.request.params.metadata;
  const turn: JsonValue | undefined = Object.hasOwn(own, "turn_id") ? own : member(asking, "metadata");
  const stored = member(action, "metadata");
  return fromPlainObject({
    ...(isJsonObject(stored) ? stored : {}),
    turn_id: member(turn, "turn_id"),
    parent_turn_id: member(turn, "parent_turn_id"),
    session_state: own.session_state,
  });
}
