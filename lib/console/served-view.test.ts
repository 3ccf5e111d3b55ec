import { describe, expect, it } from "vitest";
import { actionDigest, actionObject } from "../core/approval/action";
import { buildView, viewDigest } from "../core/approval/view";
import { nobleCrypto } from "../core/crypto-noble";
import { fromPlainObject } from "../core/json/build";
import { canonicalText } from "../core/json/canonical";
import type { ServedApproval } from "../core/read-models/approvals";
import { draw, tokens } from "./served-view";

const action = (args: Record<string, unknown>) =>
  actionObject({
    tenant_id: "default",
    agent_id: "support-agent",
    session_id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
    method: "steps/toolCallRequest",
    metadata: fromPlainObject({}),
    payload: fromPlainObject({
      tool: { name: "refund_payment" },
      arguments: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, { value }])),
    }),
  });

function served(args: Record<string, unknown>, more: Partial<ServedApproval> = {}): ServedApproval {
  const effective = action(args);
  const digest = actionDigest(nobleCrypto, effective);
  const view = buildView({
    approval_id: "apr_1",
    kind: "ask",
    requested: effective,
    effective,
    requested_digest: digest,
    effective_digest: digest,
    modifications: null,
    findings: [
      { rule_id: "ask-large-refunds", disposition: "ask", paradigm: "cedar", reason: "Above 500.", risk: "high" },
    ],
    bundle_digest: `sha256:${"0".repeat(64)}`,
    risk: "high",
    approvers: "approvers",
    votes_required: 1,
    agent: { id: "support-agent", name: "Support agent" },
    user_id: null,
    earlier: [],
    context: [],
  });
  return {
    view: canonicalText(view),
    viewDigest: viewDigest(nobleCrypto, view),
    action: canonicalText(effective),
    requested: canonicalText(effective),
    actionDigest: digest,
    statement: "{}",
    revision: 1,
    expiresAt: 0,
    eligible: true,
    mayDeny: true,
    ineligibleReason: null,
    ...more,
  };
}

const REFUND = { amount: 840, to: "cust_1042", note: "a\u202eb\u0000", list: [1, { deep: true }] };

describe("a served view, checked by the browser", () => {
  it("is drawn without fault when bytes, digests and values agree", () => {
    const drawn = draw(nobleCrypto, served(REFUND));
    expect(drawn.faults).toEqual([]);
    expect(drawn.actionComputed).toBe(true);
    expect(drawn.view?.arguments?.map((argument) => argument.name.text)).toEqual(["amount", "list", "note", "to"]);
  });

  it("names the digest that does not fit", () => {
    expect(draw(nobleCrypto, served(REFUND, { viewDigest: `sha256:${"1".repeat(64)}` })).faults).toEqual([
      "view_digest",
    ]);
    const other = draw(nobleCrypto, served(REFUND, { actionDigest: `sha256:${"1".repeat(64)}` }));
    expect(other.faults).toEqual(["action_digest", "binding"]);
  });

  it("notices a view that shows another value than the action holds, even when every digest is right", () => {
    const shown = served({ ...REFUND, amount: 84 });
    const real = served(REFUND);
    const binding = shown.view.replaceAll(shown.actionDigest, real.actionDigest);
    const drawn = draw(nobleCrypto, { ...real, view: binding });
    expect(drawn.faults).toContain("arguments_differ");
  });

  it("notices an argument that the view leaves out, and a tool that it renames", () => {
    const whole = served(REFUND);
    const { amount, to } = REFUND;
    const less = served({ amount, to });
    const hidden = less.view.replaceAll(less.actionDigest, whole.actionDigest);
    expect(draw(nobleCrypto, { ...whole, view: hidden }).faults).toContain("arguments_differ");
    const renamed = whole.view.replaceAll("refund_payment", "lookup_account");
    expect(draw(nobleCrypto, { ...whole, view: renamed }).faults).toContain("arguments_differ");
  });

  it("notices characters that were left out of what is drawn", () => {
    const real = served({ to: "cust_1042" });
    const cut = real.view.replace(
      '"segments":[{"kind":"text","text":"cust_1042"}]',
      '"segments":[{"kind":"text","text":"cust_1"}]',
    );
    expect(cut).not.toBe(real.view);
    expect(draw(nobleCrypto, { ...real, view: cut }).faults).toContain("segments_differ");
  });

  it("never makes a view of a shape that it does not know", () => {
    for (const view of ["{}", "[]", "null", "{broken", '{"v":"acs-view/2"}']) {
      const drawn = draw(nobleCrypto, served(REFUND, { view }));
      expect(drawn.view).toBeNull();
      expect(drawn.faults).toContain("view_unreadable");
      expect(drawn.rawView).toBe(view);
    }
  });

  it("takes the server's action digest only where secrets keep the action away, and says so", () => {
    const secret = served({ headers: { Authorization: "Bearer CANARY-7f3a9" } }, { action: null, requested: null });
    const drawn = draw(nobleCrypto, secret);
    expect(drawn.faults).toEqual([]);
    expect(drawn.actionComputed).toBe(false);
    expect(secret.view).not.toContain("CANARY-7f3a9");
  });

  it("reads JSON pointers token by token", () => {
    expect(tokens("/arguments/a~1b~0c/value")).toEqual(["arguments", "a/b~c", "value"]);
  });
});
