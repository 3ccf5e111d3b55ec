import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENVELOPES, HELLOS, PUBLISHED_CASES } from "../../../testing/payload-cases";
import { PUBLISHED_HOOKS, type PublishedSchemas, publishedSchemas } from "../../../testing/published-schemas";
import { nearly } from "../../../testing/schema-values";
import { component } from "../../agbom/schema";
import { fromPlain } from "../../json/build";
import type { JsonValue } from "../../json/value";
import { SIGNATURE_ALGORITHMS } from "../../signing/algorithms";
import hookVectors from "../../vectors/hooks.json";
import { DEFAULT_CAPABILITIES } from "../capabilities";
import { requestEnvelope } from "../envelope";
import { clientHello, type HandshakeOffer, negotiate, parseClientHello } from "../handshake";
import { hookFor } from "./registry";

const found = publishedSchemas();
const published: readonly PublishedSchemas[] = found ? [found] : [];
const RUNS = { numRuns: 400 };

const asRead = (value: unknown): JsonValue => fromPlain(JSON.parse(JSON.stringify(value)));

function hook(method: string) {
  const known = hookFor(method);
  if (!known) throw new Error(`no hook ${method}`);
  return known;
}

const offerWith = (traces: boolean): HandshakeOffer => ({
  version: "0.1.0",
  capabilities: {
    ...DEFAULT_CAPABILITIES,
    transports: ["http", "https", "stdio"],
    trace: { otel: traces, ocsf: false, ...(traces ? { otelCollectorEndpoint: "https://otel.example/v1" } : {}) },
    timeoutMsByMethod: { "steps/userMessage": 5_000 },
  },
  requiredMethods: [],
  requiresProvenance: false,
  timeoutMs: 10_000,
  skewMs: 300_000,
  onDecisionFailure: "deny",
  approverTypes: ["human", "service"],
  signatureAlgorithms: SIGNATURE_ALGORITHMS,
  algorithm: "HMAC-SHA256",
});

describe.each(published)("the published schemas", (schemas) => {
  /** Both judges say the same of everything near the published schema; both answers occur. */
  function agree(path: string, ours: (value: JsonValue) => boolean, ...more: readonly unknown[]): void {
    const file = path.split("#")[0] ?? path;
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(nearly(schemas.schema(path), schemas.resolve(file)), (value) => {
        const theirs = schemas.accepts(path, value);
        seen[`${theirs}`] += 1;
        expect({ value, fits: ours(asRead(value)) }).toEqual({ value, fits: theirs });
      }),
      { ...RUNS, examples: more.map((value) => [value]) },
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(20);
  }

  it.each(Object.entries(PUBLISHED_HOOKS))("agree with ours on generated payloads of %s", (method, name) => {
    const { payload, strictPayload } = hook(method);
    const own = hookVectors.vectors.filter((vector) => vector.method === method).map((vector) => vector.payload);
    agree(`hooks/${name}.json`, (value) => payload.safeParse(value).success, ...own);
    agree(`hooks/${name}.strict.json`, (value) => strictPayload.safeParse(value).success, ...own);
  });

  it("agree with ours on generated envelopes", () => {
    agree("request-envelope.json", (value) => requestEnvelope.safeParse(value).success);
  });

  it("agree with ours on generated hellos", () => {
    agree("handshake.json#/$defs/ClientHello", (value) => clientHello.safeParse(value).success);
  });

  it("accept the terms that we answer a generated hello with", () => {
    const path = "handshake.json#/$defs/ClientHello";
    let answered = 0;
    fc.assert(
      fc.property(nearly(schemas.schema(path), schemas.resolve("handshake.json")), fc.boolean(), (value, traces) => {
        const hello = parseClientHello(asRead(value));
        const terms = hello.ok ? negotiate(hello.value, offerWith(traces)) : hello;
        answered += terms.ok ? 1 : 0;
        expect(!terms.ok || schemas.accepts("handshake.json#/$defs/ServerHello", terms.value)).toBe(true);
      }),
      RUNS,
    );
    expect(answered).toBeGreaterThan(20);
  });

  it("agree with ours on generated AgBOM components", () => {
    agree("agbom/component.json", (value) => component.safeParse(value).success);
  });

  it.each(PUBLISHED_CASES)("agree on %s with %j", (method, payload, isValid) => {
    expect(schemas.accepts(`hooks/${PUBLISHED_HOOKS[method]}.json`, payload)).toBe(isValid);
  });

  it.each(ENVELOPES.map((value) => [value]))("agree on the envelope %j", (value) => {
    expect(requestEnvelope.safeParse(asRead(value)).success).toBe(schemas.accepts("request-envelope.json", value));
  });

  it.each(HELLOS.map((value) => [value]))("agree on the hello %j", (value) => {
    const fits = schemas.accepts("handshake.json#/$defs/ClientHello", value);
    expect(clientHello.safeParse(asRead(value)).success).toBe(fits);
  });
});

it("knows every published hook, whether its schema lies beside the checkout or not", () => {
  const methods = Object.keys(PUBLISHED_HOOKS);
  expect(methods.length).toBeGreaterThan(10);
  expect(methods.filter((method) => hookFor(method) === undefined)).toEqual([]);
});
