/** A hello and an offer that meet, and what comes of changing either. */
import { readJsonText } from "../core/json/read";
import type { JsonValue } from "../core/json/value";
import { DEFAULT_CAPABILITIES, type GuardianCapabilities } from "../core/wire/capabilities";
import { type ClientHello, type HandshakeOffer, negotiate, parseClientHello } from "../core/wire/handshake";
import { ACS_CORE_FLOOR, EVALUATED_METHODS } from "../core/wire/hooks/registry";

export const offer: HandshakeOffer = {
  version: "0.1.0",
  capabilities: DEFAULT_CAPABILITIES,
  requiredMethods: ACS_CORE_FLOOR,
  requiresProvenance: false,
  timeoutMs: 10_000,
  skewMs: 300_000,
  onDecisionFailure: "deny",
  approverTypes: ["human"],
  signatureAlgorithms: ["HMAC-SHA256"],
  algorithm: "HMAC-SHA256",
};

export const able = (change: Partial<GuardianCapabilities>) => ({
  capabilities: { ...DEFAULT_CAPABILITIES, ...change },
});

export const baseHello = {
  acs_versions_supported: ["0.1.0"],
  methods_implemented: [...EVALUATED_METHODS],
  transports_supported: ["http"],
  provenance_producer: "none",
};

export function readValue(value: unknown): JsonValue {
  const result = readJsonText(JSON.stringify(value));
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

export function hello(change: object = {}): ClientHello {
  const parsed = parseClientHello(readValue({ ...baseHello, ...change }));
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.value;
}

export const outcome = (change: object, offered: Partial<HandshakeOffer> = {}) => {
  const result = negotiate(hello(change), { ...offer, ...offered });
  return result.ok ? result.value : `${result.failure.code} ${result.failure.reason}`;
};
