/** Checks of ACS-Crypto (§10): each algorithm opens sessions, is judged, answers in kind, and gives way to no flipped bit. */
import type { JsonObject } from "../../../core/json/value";
import { isHybrid, type SignatureAlgorithm } from "../../../core/signing/algorithms";
import { splitParts } from "../../../core/signing/parts";
import { readSignature, withSignature } from "../../../core/wire/signature";
import { objectOf } from "../answer";
import { NotEstablished } from "../outcome";
import { SAMPLES } from "../payloads";
import { type Check, listOf, type Run } from "../run";
import type { Identity } from "../target";
import type { WireSession } from "../wire-session";

const MESSAGE = "steps/userMessage";
const said = (session: WireSession) => session.build(MESSAGE, SAMPLES[MESSAGE]?.good("", ""));

function keyFor(run: Run, algorithm: SignatureAlgorithm): Identity {
  const identity = run.target.keys.get(algorithm);
  if (identity) return identity;
  throw new NotEstablished(`no key for ${algorithm} was given to this run`);
}

async function opened(run: Run, algorithm: SignatureAlgorithm): Promise<WireSession> {
  const identity = keyFor(run, algorithm);
  const session = run.fresh(identity);
  const hello = await session.send(
    "handshake/hello",
    run.clientHello({ profiles_supported: ["acs-core", "acs-crypto"] }),
  );
  run.holds(hello.code === undefined, `a hello under ${algorithm}: ${hello.brief}`);
  run.holds(session.verifies(hello), `the ServerHello has no valid ${algorithm} signature`);
  session.terms = hello.result;
  return session;
}

async function judged(run: Run, session: WireSession): Promise<void> {
  const answer = await session.send("steps/sessionStart", {});
  run.decides(answer, "allow", "sessionStart");
  run.holds(session.verifies(answer), `the answer has no valid ${session.identity.algorithm} signature`);
}

/** The message with one bit of its signature's value flipped. */
function flipped(message: JsonObject, byte: number): JsonObject {
  const signature = readSignature(message, "params");
  if (!signature.ok) throw new Error("the runner's own message has no signature");
  const value = Uint8Array.from(signature.value.value);
  value[byte] = (value[byte] ?? 0) ^ 1;
  return withSignature(message, "params", { ...signature.value, value });
}

/** First, middle and last byte of a signature, or of each half of a hybrid one, its length fields left alone. */
function bitPlaces(message: JsonObject, algorithm: SignatureAlgorithm): readonly number[] {
  const signature = readSignature(message, "params");
  const value = signature.ok ? signature.value.value : new Uint8Array();
  if (!isHybrid(algorithm)) return [0, value.length >> 1, value.length - 1];
  const pqc = splitParts(value)?.pqc.length ?? 0;
  return [4, 4 + (pqc >> 1), 8 + pqc, value.length - 1];
}

async function noBitGivesWay(run: Run, session: WireSession): Promise<void> {
  const { algorithm } = session.identity;
  const message = await session.sign(said(session));
  for (const place of bitPlaces(message, algorithm)) {
    run.refuses(await session.post(flipped(message, place)), -32004, `a flipped bit in byte ${place} of the signature`);
  }
  const params = objectOf(message.params);
  const content = { content: [{ type: "text", value: "hellp" }] };
  const other = { ...message, params: { ...params, payload: content } };
  run.refuses(await session.post(other), -32004, "a flipped bit in what is signed");
  const answer = await session.post(message);
  run.decides(answer, "allow", "the message as it was signed");
}

const whole =
  (algorithm: SignatureAlgorithm): Check =>
  async (run) => {
    const session = await opened(run, algorithm);
    await judged(run, session);
    await noBitGivesWay(run, session);
  };

export const CRYPTO: { readonly [name: string]: Check } = {
  "crypto.accepted": async (run) => {
    const session = await run.claiming("acs-crypto", { identity: keyFor(run, "ML-DSA-65") });
    run.holds(listOf(session.terms.profiles_accepted).includes("acs-crypto"), "the profile is not accepted");
    const named = listOf(session.terms.signature_algorithms_supported);
    run.holds(named.includes("ML-DSA-65"), "signature_algorithms_supported does not name ML-DSA-65");
  },
  "crypto.ml-dsa-65": async (run) => judged(run, await opened(run, "ML-DSA-65")),
  "crypto.ml-dsa-65.bit": async (run) => {
    const session = await opened(run, "ML-DSA-65");
    await session.send("steps/sessionStart", {});
    await noBitGivesWay(run, session);
  },
  "crypto.slh-dsa-128s": whole("SLH-DSA-128s"),
  "crypto.hybrid-ecdsa": whole("ML-DSA-65+ECDSA-P256"),
  "crypto.hybrid-rsa": whole("ML-DSA-65+RSA-PSS-SHA256"),
  "crypto.ecdsa-p256": whole("ECDSA-P256"),
  "crypto.rsa-pss": whole("RSA-PSS-SHA256"),
  "crypto.ml-dsa-44": whole("ML-DSA-44"),
  "crypto.ml-dsa-87": whole("ML-DSA-87"),
  "crypto.slh-dsa-128f": whole("SLH-DSA-128f"),
  "crypto.downgrade": async (run) => {
    const session = await opened(run, "ML-DSA-65");
    const signed = await session.sign(said(session));
    const signature = readSignature(signed, "params");
    if (!signature.ok) throw new Error("the runner's own message has no signature");
    for (const algorithm of ["ML-DSA-44", "ECDSA-P256"] as const) {
      const renamed = withSignature(signed, "params", { ...signature.value, algorithm });
      run.refuses(await session.post(renamed), -32004, `the signature called ${algorithm}`);
    }
    const mac = { ...signature.value, algorithm: "HMAC-SHA256" as const, value: new Uint8Array(32) };
    run.refuses(await session.post(withSignature(signed, "params", mac)), -32004, "an HMAC under the key's id");
  },
};
