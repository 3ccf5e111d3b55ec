/** Bundles, steps and short summaries for tests of policy. */
import { nobleCrypto } from "../core/crypto-noble";
import type { JsonValue } from "../core/json/value";
import { bundleDigest, bundleText, DEFAULT_SETTINGS, type PolicyBundle } from "../core/policy/bundle";
import type { EngineResult, PolicyStep } from "../core/policy/types";
import { cedarEngine } from "../engines/cedar";
import type { LoadedBundle, PolicyRow } from "../guardian/ports";

export const PERMIT_ALL = "permit (principal, action, resource);";

const engine = cedarEngine();

export function policyRow(bundle: PolicyBundle): PolicyRow {
  const content = bundleText(bundle);
  return { content, digest: bundleDigest(nobleCrypto, content), epoch: 1n, bans: [] };
}

/** Throws with the refusal's message. */
export function loadBundle(bundle: PolicyBundle): LoadedBundle {
  const loaded = engine.load(policyRow(bundle));
  if (!loaded.ok) throw new Error(loaded.failure.message);
  return loaded.value;
}

/** A bundle of these policies, called p0, p1, ... */
export const bundleOf = (...texts: readonly string[]): PolicyBundle => ({
  v: "guardian-bundle/1",
  name: "test",
  settings: DEFAULT_SETTINGS,
  policies: texts.map((text, index) => ({ id: `p${index}`, text })),
});

export const toolStep = (
  tool: string,
  args: { readonly [name: string]: JsonValue } = {},
  more: Partial<PolicyStep> = {},
): PolicyStep => ({
  method: "steps/toolCallRequest",
  agent_id: "agent-blue",
  session_id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
  tool: { name: tool },
  arguments: args,
  ...more,
});

/** `allow`, `nothing permits`, or the dispositions with their codes (else rule ids), sorted. */
export function summary(result: EngineResult): string {
  const fired = result.findings.map((finding) => `${finding.disposition} ${finding.reason_code ?? finding.rule_id}`);
  if (fired.length > 0) return fired.sort().join(", ");
  return result.permitted ? "allow" : "nothing permits";
}
