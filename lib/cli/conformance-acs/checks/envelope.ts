/** Checks of the request and response envelopes, and of batches (ACS §3). */
import { fromPlainObject, omit } from "../../../core/json/build";
import { canonicalBytes, canonicalText } from "../../../core/json/canonical";
import { isJsonObject, type JsonObject } from "../../../core/json/value";
import { answerOf, readValue } from "../answer";
import { SAMPLES } from "../payloads";
import { type Check, paramsOf, type Run } from "../run";
import type { WireSession } from "../wire-session";

const MESSAGE = "steps/userMessage";
const said = (session: WireSession, over = {}) =>
  session.build(MESSAGE, SAMPLES[MESSAGE]?.good(session.sessionId, ""), over);

/** Signed as it stands, so that only the envelope can be what is refused. */
async function refusedEnvelope(run: Run, params: Record<string, unknown>, of: string): Promise<void> {
  const session = await run.open();
  const envelope = said(session);
  const merged = Object.entries({ ...paramsOf(envelope), ...params }).filter(([, value]) => value !== undefined);
  const changed = fromPlainObject({ ...envelope, params: Object.fromEntries(merged) });
  run.refuses(await session.post(await session.sign(changed)), -32600, of);
}

export const ENVELOPE: { readonly [name: string]: Check } = {
  "envelope.jsonrpc": async (run) => {
    const session = await run.open();
    const signed = await session.sign(said(session));
    for (const [of, envelope] of [
      ["jsonrpc 1.0", { ...signed, jsonrpc: "1.0" }],
      ["no id", omit(signed, "id")],
      ["a null id", { ...signed, id: null }],
      ["no params", omit(signed, "params")],
      ["no method", omit(signed, "method")],
    ] as const) {
      run.refuses(await session.post(envelope as JsonObject), -32600, of);
    }
  },
  "envelope.request-id": async (run) => {
    await refusedEnvelope(run, { request_id: undefined }, "no request_id");
    await refusedEnvelope(run, { request_id: "42" }, "a request_id that is no UUID");
  },
  "envelope.timestamp": async (run) => {
    await refusedEnvelope(run, { timestamp: undefined }, "no timestamp");
    await refusedEnvelope(run, { timestamp: "yesterday" }, "a timestamp that is no date-time");
  },
  "envelope.version": async (run) => {
    await refusedEnvelope(run, { acs_version: undefined }, "no acs_version");
    await refusedEnvelope(run, { acs_version: "one" }, "an acs_version that is no version");
  },
  "envelope.metadata": async (run) => {
    const session = await run.open();
    const envelope = said(session);
    const metadata = { session_id: session.sessionId };
    const changed = fromPlainObject({ ...envelope, params: { ...paramsOf(envelope), metadata } });
    run.refuses(await session.post(await session.sign(changed)), -32600, "metadata without agent_id");
  },
  "envelope.closed": async (run) => {
    const session = await run.open();
    const changed = fromPlainObject({ ...said(session), extra: 1 });
    run.refuses(await session.post(await session.sign(changed)), -32600, "an unknown member beside params");
  },
  "envelope.open": async (run) => {
    const session = await run.open();
    const payload = { ...SAMPLES[MESSAGE]?.good("", ""), x_more: { deep: [1, null] } };
    const answer = await session.send(MESSAGE, payload, { metadata: { x_cwd: "/srv" }, params: { x_more: true } });
    run.decides(answer, "allow", "unknown members in params, metadata and payload");
  },
  "answer.ids": async (run) => {
    const session = await run.open();
    for (const id of ["text-id", 7]) {
      const envelope = await session.sign(said(session, { id }));
      const answer = await session.post(envelope);
      run.holds(answer.raw.id === id, "the answer's id is not the request's");
      run.holds(answer.result.request_id === paramsOf(envelope).request_id, "request_id is not the request's");
    }
    const refused = await session.post(await session.sign(session.build("steps/unknownHook", {}, { id: "e-1" })));
    run.holds(refused.raw.id === "e-1", "an error's id is not the request's");
  },
  "answer.result": async (run) => {
    const session = await run.open();
    const answer = await session.send(MESSAGE, SAMPLES[MESSAGE]?.good("", ""));
    run.holds(answer.raw.jsonrpc === "2.0", "the answer is not JSON-RPC 2.0");
    run.holds("result" in answer.raw !== "error" in answer.raw, "the answer is not one of result and error");
    run.holds(answer.result.type === "final", "type is not final");
    run.holds(/^\d+\.\d+\.\d+$/.test(String(answer.result.acs_version)), "acs_version is missing");
    run.holds(answer.decision !== undefined, "there is no decision");
  },
  batch: async (run) => {
    const session = await run.open();
    const envelopes = await Promise.all([0, 1].map((n) => session.sign(said(session, { id: `b-${n}` }))));
    const value = readValue(
      await run.target.post(new TextEncoder().encode(`[${envelopes.map(canonicalText).join(",")}]`)),
    );
    if (isJsonObject(value)) {
      run.refuses(answerOf(value), -32600, "a batch");
      return;
    }
    run.holds(Array.isArray(value) && value.length === 2, "the batch has not one answer for each element");
    const answers = (value as JsonObject[]).map(answerOf);
    run.holds(answers.map(({ raw }) => raw.id).join() === "b-0,b-1", "the answers are not in the batch's order");
    for (const answer of answers) run.decides(answer, "allow", "an element of a batch");
  },
  "code.-32700": async (run) => {
    for (const text of ["{", "not json", '{"a":1,}']) {
      const answer = answerOf(readValue(await run.target.post(new TextEncoder().encode(text))));
      run.refuses(answer, -32700, "text that is not JSON");
      explained(run, answer);
    }
  },
  "code.-32600": async (run) => {
    const answer = answerOf(readValue(await run.target.post(canonicalBytes("a string"))));
    run.refuses(answer, -32600, "JSON that is no request");
    explained(run, answer);
  },
};

/** §17.1: `data.reason` for machines, `data.message` for people. */
export function explained(run: Run, { data, code }: ReturnType<typeof answerOf>): void {
  run.holds(typeof data.reason === "string" && data.reason !== "", `${code} has no data.reason`);
  run.holds(typeof data.message === "string" && data.message !== "", `${code} has no data.message`);
}
