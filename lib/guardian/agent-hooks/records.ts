/** `guardian/agentHooks/records`: takes what a host says that it enforced, into the session's own chain of records. */
import { fromPlainObject } from "../../core/json/build";
import type { JsonObject } from "../../core/json/value";
import { recordsPayload } from "../../core/wire/agent-hooks";
import { wireFailure } from "../../core/wire/codes";
import { firstFault } from "../../core/wire/shapes";
import type { StepDesk } from "../answer-step";
import { extensionAnswer, refuseExtension } from "../extension";
import { StoreUnavailable } from "../ports";
import type { AdmittedExtension } from "../stages/admit";
import { planRecords } from "./plan-records";

/** Closed sessions too: shutdown's own record comes last. Rejects with StoreUnavailable where nothing could be written. */
export async function answerRecords({ deps }: StepDesk, message: AdmittedExtension): Promise<Uint8Array> {
  const payload = recordsPayload.safeParse(message.request.params.payload);
  if (!payload.success) {
    const fault = firstFault(payload.error, "params.payload");
    return refuseExtension(deps, message, wireFailure("payload_invalid", fault));
  }
  const { session, agent } = message.snapshot;
  const recorded = { ...session, agentId: agent.agentId };
  const values = payload.data.records as readonly JsonObject[];
  const outcome = await deps.journal.appendRecords(planRecords(deps.crypto, recorded, values));
  if (outcome.kind === "failed") throw new StoreUnavailable(outcome.error);
  const { accepted, refused, gaps, head } = outcome.written;
  const facts = fromPlainObject({ accepted, refused, gaps, head: { count: head.seq, hash: head.hash } });
  return extensionAnswer(deps, message, { extension: "agent-hooks/1", facts });
}
