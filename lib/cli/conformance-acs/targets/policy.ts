/** What our own Guardian judges by during a run: the default bundle, and rules that make it defer and edit. */
import { bundleDigest, bundleText, type PolicyBundle } from "../../../core/policy/bundle";
import { DEFAULT_BUNDLE } from "../../../core/policy/default-bundle";
import { nodeCrypto } from "../../../server/crypto-node";
import type { PublishedBundle } from "../../../storage/bundles";
import type { Target } from "../target";

const CALL = 'action == Action::"steps/toolCallRequest"';

const DEFER = `@disposition("defer") @defer_reason("insufficient_context") @defer_method("additional_context")
@reason("It is not known yet which order is meant.") @code("order_unknown") @tools("lookup_deferred")
forbid (principal, ${CALL}, resource) when { context.tool == "lookup_deferred" };`;

const MODIFY = `@disposition("modify") @redact("/arguments/note/value") @override("{\\"limit\\":10}")
@reason("Notes are withheld and results limited.") @code("note_withheld") @tools("lookup_edited")
forbid (principal, ${CALL}, resource) when { context.tool == "lookup_edited" };`;

const MODIFY_SUMMARY = `@disposition("modify") @redact("/summary/value") @reason("Summaries are withheld.")
forbid (principal, action == Action::"steps/postCompact", resource);`;

export const OUR_STIMULI: Target["stimuli"] = {
  allow: { tool: "lookup_order", arguments: { id: "A-1" } },
  deny: { tool: "bash", arguments: { command: "rm -rf /" } },
  ask: { tool: "refund_payment", arguments: { amount: 840, to: "cust_1042" } },
  defer: { tool: "lookup_deferred", arguments: { id: "A-1" } },
  modify: { tool: "lookup_edited", arguments: { note: "private", limit: 1000 } },
};

function bundle(requireProvenance: boolean): PolicyBundle {
  const { paradigms, policies } = DEFAULT_BUNDLE;
  return {
    ...DEFAULT_BUNDLE,
    name: "Conformance run",
    policies: [
      ...policies,
      { id: "conformance-defer", text: DEFER },
      { id: "conformance-modify", text: MODIFY },
      { id: "conformance-summary", text: MODIFY_SUMMARY },
    ],
    paradigms: { ...paradigms, require_provenance: requireProvenance },
  };
}

export function conformancePolicy(tenantId: string, requireProvenance: boolean): PublishedBundle {
  const content = bundleText(bundle(requireProvenance));
  return { tenantId, content, digest: bundleDigest(nodeCrypto, content), publishedBy: null };
}
