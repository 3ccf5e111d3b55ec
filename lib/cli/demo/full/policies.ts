/** The policies of the full demo: the default ones, and a few more that make every disposition and every paradigm appear. */
import { type BundlePolicy, bundleDigest, bundleText, type PolicyBundle } from "../../../core/policy/bundle";
import { DEFAULT_BUNDLE } from "../../../core/policy/default-bundle";
import type { ParadigmSettings } from "../../../core/policy/paradigms";
import { nodeCrypto } from "../../../server/crypto-node";

export const FULL_AGENT = "order-desk";

const ONLY_THIS_AGENT = `principal == Agent::"${FULL_AGENT}"`;

const LIMIT_SEARCHES: BundlePolicy = {
  id: "demo-limit-searches",
  text: `
// A search of the demo's agent brings at most 50 orders, whatever it asked for.
@disposition("modify")
@override("{\\"limit\\":50}")
@reason("A search brings at most 50 orders.")
@code("search_limited")
@tools("search_orders")
forbid (${ONLY_THIS_AGENT}, action == Action::"steps/toolCallRequest", resource)
unless { context.numbers has limit && context.numbers.limit.lessThanOrEqual(decimal("50.0")) };
`.trim(),
};

const HIDE_INTERNAL_NOTES: BundlePolicy = {
  id: "demo-hide-internal-notes",
  text: `
// The second result of a look-up is withheld when the look-up brought something internal.
@disposition("modify")
@redact("/results/1/value")
@reason("Internal notes do not reach the agent.")
@code("internal_note_withheld")
forbid (${ONLY_THIS_AGENT}, action == Action::"steps/knowledgeRetrieval", resource)
when { context.text like "*INTERNAL ONLY*" };
`.trim(),
};

const DEFER_BANK_DETAILS: BundlePolicy = {
  id: "demo-defer-bank-details",
  text: `
// Who asks for bank details is not known well enough: a person settles it.
@disposition("defer")
@defer_reason("insufficient_context")
@defer_method("human_approval")
@required_context("identity of the customer")
@approvers("approvers")
@timeout("900")
@reason("Nobody has checked who is asking.")
@code("identity_not_checked")
@tools("get_bank_details")
forbid (${ONLY_THIS_AGENT}, action == Action::"steps/toolCallRequest", resource);
`.trim(),
};

const PARADIGMS: ParadigmSettings = {
  ...DEFAULT_BUNDLE.paradigms,
  consequential: [...(DEFAULT_BUNDLE.paradigms?.consequential ?? []), "network.*"],
  fides: { on_untrusted: "deny", flows: [], carriers: [{ tool: "send_mail", argument: "body" }] },
  camel: {
    arguments: [
      { tool: "get_invoice", argument: "customer", may_come_from: ["user_input"] },
      { tool: "upload_report", argument: "destination", may_come_from: ["user_input", "system"] },
    ],
  },
  aarm: { look_back_steps: 20, on_taint: "deny" },
};

export const FULL_BUNDLE: PolicyBundle = {
  ...DEFAULT_BUNDLE,
  name: "Default policies and those of the full demo",
  policies: [...DEFAULT_BUNDLE.policies, LIMIT_SEARCHES, HIDE_INTERNAL_NOTES, DEFER_BANK_DETAILS],
  paradigms: PARADIGMS,
};

/** As stored. */
export function storedForm(bundle: PolicyBundle): { readonly content: string; readonly digest: string } {
  const content = bundleText(bundle);
  return { content, digest: bundleDigest(nodeCrypto, content) };
}
