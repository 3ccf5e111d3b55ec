/** Conformance profiles (ACS conformance.md, W§22): accepted only where this session really honours them. */
import type { SignatureAlgorithm } from "../signing/algorithms";

export const PROFILES = [
  "acs-core",
  "acs-trace",
  "acs-inspect",
  "acs-inspect-dynamic",
  "acs-provenance",
  "acs-crypto",
  "acs-audit",
] as const;
export type Profile = (typeof PROFILES)[number];

export interface SessionFacts {
  readonly methodsEvaluated: readonly string[];
  readonly provenance: "deterministic" | "none";
  /** OpenTelemetry or OCSF leaves this deployment. */
  readonly traces: boolean;
  /** Of the key that opens the session. */
  readonly algorithm: SignatureAlgorithm;
}

const HONOURED: { readonly [profile in Profile]: (facts: SessionFacts) => boolean } = {
  "acs-core": () => true,
  "acs-trace": ({ traces }) => traces,
  "acs-inspect": ({ methodsEvaluated }) => methodsEvaluated.includes("agbom/snapshot"),
  "acs-inspect-dynamic": ({ methodsEvaluated }) =>
    methodsEvaluated.includes("agbom/snapshot") && methodsEvaluated.includes("agbom/changed"),
  "acs-provenance": ({ provenance }) => provenance === "deterministic",
  // the profile adds post-quantum signatures; a classical key alone is not what it promises
  "acs-crypto": ({ algorithm }) => algorithm.startsWith("ML-DSA-") || algorithm.startsWith("SLH-DSA-"),
  // every entry of ours carries request_hash
  "acs-audit": () => true,
};

/** The profiles that the client asked for and this session honours, in the standard's order. */
export function acceptedProfiles(asked: readonly string[], facts: SessionFacts): readonly Profile[] {
  return PROFILES.filter((profile) => asked.includes(profile) && HONOURED[profile](facts));
}
