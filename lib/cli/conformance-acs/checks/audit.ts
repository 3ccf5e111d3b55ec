/** Checks of ACS-Audit, on entries as the operator's export has them: the wire shows none. */
import { requestHash } from "../../../core/chain/entry";
import { isJsonObject, type JsonObject } from "../../../core/json/value";
import { nodeCrypto } from "../../../server/crypto-node";
import { SAMPLES } from "../payloads";
import { type Check, listOf, paramsOf, type Run } from "../run";
import { entriesOf } from "./chain";

const STEPS = ["steps/userMessage", "steps/toolCallRequest", "steps/toolCallResult", "steps/agentResponse"];

/** What was sent, by request_id, and the entries that came of it. */
async function recorded(run: Run) {
  const session = await run.claiming("acs-audit", { start: null });
  const sent = new Map<string, JsonObject>();
  for (const method of ["steps/sessionStart", ...STEPS]) {
    const envelope = await session.sign(session.build(method, SAMPLES[method]?.good("", "")));
    await session.post(envelope);
    const params = paramsOf(envelope);
    sent.set(String(params.request_id), params);
  }
  const entries = await entriesOf(run, session);
  run.holds(entries.length >= sent.size, "the chain has fewer entries than steps");
  return { sent, entries };
}

export const AUDIT: { readonly [name: string]: Check } = {
  "audit.accepted": async (run) => {
    const { terms } = await run.claiming("acs-audit");
    run.holds(listOf(terms.profiles_accepted).includes("acs-audit"), "the profile is not accepted");
  },
  "audit.request-hash": async (run) => {
    const { sent, entries } = await recorded(run);
    for (const [requestId, params] of sent) {
      const entry = entries.find(({ step_id }) => step_id === requestId);
      run.holds(entry !== undefined, "a step has no entry");
      run.holds(entry?.request_hash === requestHash(nodeCrypto, params), "request_hash is another one");
    }
  },
  "audit.timestamp": async (run) => {
    const { entries } = await recorded(run);
    for (const { timestamp } of entries) {
      run.holds(!Number.isNaN(Date.parse(String(timestamp))), "an entry has no timestamp");
    }
  },
  "audit.provenance": async (run) => {
    const session = await run.claiming("acs-audit");
    const provenance = { provenance_id: "a-1", origin: "user_input" };
    const answer = await session.send(STEPS[0] ?? "", { content: [{ type: "text", value: "hi", provenance }] });
    run.decides(answer, "allow", "a message with provenance");
    const summary = (await entriesOf(run, session)).at(-1)?.provenance_summary;
    run.holds(isJsonObject(summary), "the entry has no provenance_summary");
    run.holds(isJsonObject(summary) && listOf(summary.origins_seen).includes("user_input"), "the origin is not in it");
  },
};
