/** A conformance claim (§13.3): which host says what of itself, what was run to see it, and what must be disclosed. */
import type { Surface } from "../hook-session";
import { type Composition, type IdentityProvider, SPEC } from "../types";
import type { Report } from "./report";

export interface ClaimFacts {
  readonly framework: string;
  readonly adapterVersion: string;
  /** Such as `typescript@0.1.0`. */
  readonly sdk: string;
  readonly surface: Surface;
  readonly profiles: readonly Composition["profile"][];
  readonly identityProvider: IdentityProvider;
  /** How a custom provider gets its text; only for those. */
  readonly identityFromContent?: boolean;
  /** Which path is driven and what is replaced. */
  readonly harness: string;
  readonly runner: string;
  /** Where the vectors are from, with how many. */
  readonly sources: readonly { readonly name: string; readonly vectors: number }[];
  /** Golden identities and other findings beside vectors. */
  readonly remarks?: readonly string[];
}

export interface Claim {
  readonly format: "agent-hooks-claim/1";
  readonly framework: string;
  readonly adapter_version: string;
  readonly spec: typeof SPEC;
  readonly capabilities: readonly string[];
  readonly tool_seam_host_error: Surface["toolSeamHostError"];
  readonly buffered_output: boolean;
  readonly profiles: readonly string[];
  readonly identity_provider: string | null;
  readonly sdk: string;
  readonly runner: string;
  readonly harness: string;
  readonly sources: ClaimFacts["sources"];
  readonly disclosures: readonly string[];
  readonly remarks: readonly string[];
  /** False: a vector failed, so nothing may be claimed. */
  readonly conforms: boolean;
  readonly report: Report;
}

export function claimOf(facts: ClaimFacts, report: Report): Claim {
  const { surface, identityProvider: provider } = facts;
  return {
    format: "agent-hooks-claim/1",
    framework: facts.framework,
    adapter_version: facts.adapterVersion,
    spec: SPEC,
    capabilities: [...surface.capabilities].sort(),
    tool_seam_host_error: surface.toolSeamHostError,
    buffered_output: surface.bufferedOutput,
    profiles: facts.profiles,
    identity_provider: provider === null || typeof provider === "string" ? provider : provider.name,
    sdk: facts.sdk,
    runner: facts.runner,
    harness: facts.harness,
    sources: facts.sources,
    disclosures: disclosuresOf(facts),
    remarks: facts.remarks ?? [],
    conforms: report.failed === 0 && report.passed > 0,
    report,
  };
}

/** §13.3: what a reader would otherwise take for the default. */
function disclosuresOf({ surface, identityProvider: provider, identityFromContent }: ClaimFacts): readonly string[] {
  const said: string[] = ["Conformance is no security certificate: the contract is not a sandbox."];
  if (surface.toolSeamHostError === "terminate")
    said.push("Posture terminate: a host_error deny at a tool point ends the turn.");
  if (provider === null) said.push("No identity provider: records and approvals are bound to nothing.");
  if (provider !== null && typeof provider === "object")
    said.push(
      identityFromContent === true
        ? `Identity provider ${provider.name} derives its text from the context's content.`
        : `Identity provider ${provider.name} does not derive its text from the context's content.`,
    );
  if (!surface.bufferedOutput)
    said.push(
      "buffered_output false: a deny cannot take back what was streamed. Exposure bound: none, each segment leaves under a verdict that covers it.",
    );
  return said;
}
