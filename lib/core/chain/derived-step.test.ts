import { describe, expect, it } from "vitest";
import { nobleCrypto } from "../crypto-noble";
import { fromPlainObject } from "../json/build";
import type { JsonObject } from "../json/value";
import { INTERCEPT, RESOLVE } from "../wire/agent-hooks";
import { isUuid } from "../wire/shapes";
import { requestFault } from "./check-messages";
import { derivedStepId, isDerivedStepId, MAX_DERIVED_STEPS } from "./derived-step";
import { requestHash } from "./entry";

const ASKED = "0190b2a0-0000-7000-8000-000000000001";

describe("the id of a derived step", () => {
  it("is a UUID of its own for every place, and the same for every spelling of the message's id", () => {
    const ids = Array.from({ length: MAX_DERIVED_STEPS }, (_, index) => derivedStepId(nobleCrypto, ASKED, index));
    expect(new Set([...ids, ASKED]).size).toBe(MAX_DERIVED_STEPS + 1);
    expect(ids.every((id) => isUuid(id) && id[14] === "8" && "89ab".includes(id[19] ?? ""))).toBe(true);
    expect(derivedStepId(nobleCrypto, ASKED.toUpperCase(), 0)).toBe(ids[0]);
    expect(ids.every((id) => isDerivedStepId(nobleCrypto, ASKED, id))).toBe(true);
  });

  it("is known to derive from no other message, and from no place that there is not", () => {
    const other = "0190b2a0-0000-7000-8000-000000000002";
    expect(isDerivedStepId(nobleCrypto, other, derivedStepId(nobleCrypto, ASKED, 0))).toBe(false);
    expect(isDerivedStepId(nobleCrypto, ASKED, derivedStepId(nobleCrypto, ASKED, MAX_DERIVED_STEPS))).toBe(false);
    expect(isDerivedStepId(nobleCrypto, ASKED, ASKED)).toBe(false);
  });
});

/** A stored message and the entry that commits to it. */
function stored(method: string, entry: Record<string, unknown>, payload: unknown = {}) {
  const params = fromPlainObject({ request_id: ASKED, payload });
  const request: JsonObject = { jsonrpc: "2.0", id: "1", method, params };
  return { request, entry: fromPlainObject({ request_hash: requestHash(nobleCrypto, params), ...entry }) };
}

const faultOf = ({ entry, request }: ReturnType<typeof stored>) => requestFault(nobleCrypto, entry, request);
const question = { request: { verdict: { approval: { approval_id: "apr_1" } } } };

describe("a stored message that the Guardian made a step of", () => {
  it("is the release of the approval that a resolver asked about", () => {
    const release = { step_type: "steps/toolCallRequest", step_id: ASKED, approval_id: "apr_1" };
    expect(faultOf(stored(RESOLVE, release, question))).toBeNull();
    expect(faultOf(stored(RESOLVE, { ...release, approval_id: "apr_2" }, question))).toContain("another approval");
    expect(faultOf(stored(RESOLVE, { ...release, step_type: "steps/userMessage" }, question))).toContain("method");
    const elsewhere = derivedStepId(nobleCrypto, ASKED, 0);
    expect(faultOf(stored(RESOLVE, { ...release, step_id: elsewhere }, question))).toContain("request_id");
  });

  it("is an intercepted context of any step whose id derives from it", () => {
    const step = { step_type: "steps/userMessage", step_id: derivedStepId(nobleCrypto, ASKED, 2) };
    expect(faultOf(stored(INTERCEPT, step))).toBeNull();
    expect(faultOf(stored(INTERCEPT, { ...step, step_id: ASKED }))).toContain("does not derive");
    expect(faultOf(stored("guardian/agentHooks/records", { ...step, step_id: ASKED }))).toContain("method");
  });
});
