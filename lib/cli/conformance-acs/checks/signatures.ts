/** Checks of the baseline signature, on requests and on answers (ACS §10). */
import { randomBytes, randomUUID } from "node:crypto";
import { fromPlainObject, withMember } from "../../../core/json/build";
import type { JsonObject } from "../../../core/json/value";
import { hmacSigner } from "../../../core/signing/hmac-sha256";
import { withSignature } from "../../../core/wire/signature";
import { nodeCrypto } from "../../../server/crypto-node";
import { objectOf } from "../answer";
import { SAMPLES } from "../payloads";
import { type Check, paramsOf } from "../run";
import type { WireSession } from "../wire-session";

const MESSAGE = "steps/userMessage";
const said = (session: WireSession) => session.build(MESSAGE, SAMPLES[MESSAGE]?.good("", ""));

const changed = (envelope: JsonObject, change: Record<string, unknown>): JsonObject =>
  fromPlainObject({ ...envelope, params: { ...paramsOf(envelope), ...change } });

/** What may be changed after signing, one thing at a time: each lies under the signature. */
const TAMPERINGS: readonly [string, (signed: JsonObject) => JsonObject][] = [
  ["id", (signed) => withMember(signed, "id", "other")],
  ["method", (signed) => withMember(signed, "method", "steps/agentResponse")],
  ["request_id", (signed) => changed(signed, { request_id: randomUUID() })],
  ["timestamp", (signed) => changed(signed, { timestamp: new Date(Date.now() + 1000).toISOString() })],
  ["nonce", (signed) => changed(signed, { nonce: "another-nonce-entirely" })],
  ["payload", (signed) => changed(signed, { payload: { content: [{ type: "text", value: "hellp" }] } })],
  [
    "metadata",
    (signed) => changed(signed, { metadata: { ...objectOf(paramsOf(signed).metadata), environment: "production" } }),
  ],
];

export const SIGNATURES: { readonly [name: string]: Check } = {
  "signature.missing": async (run) => {
    const session = await run.open();
    run.refuses(await session.post(said(session)), -32004, "an unsigned step");
    const stranger = run.fresh();
    const hello = stranger.build("handshake/hello", run.clientHello());
    run.refuses(await stranger.post(hello), -32004, "an unsigned hello");
  },
  "signature.malformed": async (run) => {
    const session = await run.open();
    const signed = await session.sign(said(session));
    const signature = objectOf(paramsOf(signed).signature);
    for (const wrong of [{ value: "" }, { value: "!!" }, { value: "AAAA" }, { algorithm: "ROT13" }]) {
      const answer = await session.post(changed(signed, { signature: { ...signature, ...wrong } }));
      run.refuses(answer, -32004, `a signature with a malformed ${Object.keys(wrong)[0]}`);
    }
    run.refuses(await session.post(changed(signed, { signature: {} })), -32004, "an empty signature");
  },
  "signature.tampered": async (run) => {
    const session = await run.open();
    for (const [what, tamper] of TAMPERINGS) {
      const signed = await session.sign(said(session));
      run.refuses(await session.post(tamper(signed)), -32004, `${what} changed after signing`);
    }
  },
  "signature.other-key": async (run) => {
    const session = await run.open();
    const { keyId } = session.identity;
    const forged = { algorithm: "HMAC-SHA256" as const, value: new Uint8Array(randomBytes(32)), keyId };
    run.refuses(await session.post(withSignature(said(session), "params", forged)), -32004, "another secret's MAC");
    const unknown = { ...session.identity, keyId: `k-${randomUUID()}` };
    run.refuses(await session.post(await session.sign(said(session), unknown)), -32004, "a key_id of nobody");
  },
  "signature.per-session": async (run) => {
    const [one, other] = [await run.open(), await run.open()];
    const { identity } = one;
    const signerFor = () => identity.signerFor(other.sessionId);
    const answer = await one.post(await one.sign(said(one), { ...identity, signerFor }));
    run.refuses(answer, -32004, "a step signed under another session's key");
    if (identity.secret) {
      const bare = hmacSigner(nodeCrypto, identity.secret);
      const signed = await one.sign(said(one), { ...identity, signerFor: () => bare });
      run.refuses(await one.post(signed), -32004, "a step signed under the secret itself");
    }
  },
  "signature.results": async (run) => {
    const session = run.fresh();
    const hello = await session.send("handshake/hello", run.clientHello());
    run.holds(session.verifies(hello), "the ServerHello is not signed, or its signature does not verify");
    for (const method of ["steps/sessionStart", "steps/userMessage", "steps/sessionEnd"]) {
      const answer = await session.send(method, SAMPLES[method]?.good("", ""));
      run.holds(session.verifies(answer), `the answer to ${method} is not signed, or its signature does not verify`);
    }
  },
  "signature.errors": async (run) => {
    const session = await run.open();
    const answer = await session.send(MESSAGE, SAMPLES[MESSAGE]?.bad);
    run.holds(answer.code !== undefined, "a malformed payload is no error");
    run.holds(session.verifies(answer), "the error is not signed, or its signature does not verify");
  },
};
