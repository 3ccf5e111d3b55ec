/** A call that people must approve: it waits, and runs only with their yes to this very call. */
import { describe, expect, it } from "vitest";
import type { ApprovalRequest, ApprovalResolution, Verdict } from "../../agent-hooks/types";
import type { AdapterDriver } from "../adapter-driver";
import { ARGS, type Ran, recordsAt, runScenario } from "./scenario";

const ASKING: Verdict = { decision: "deny", reason: "payment_over_limit", approval: { kind: "ask" } };

type Resolve = (request: ApprovalRequest) => unknown;

const resolving = (driver: AdapterDriver, resolve: Resolve | null): Promise<Ran> =>
  runScenario(driver, {
    guard: { pre_tool_call: ASKING },
    options: { resolver: resolve === null ? null : { resolve }, resolverTimeoutMs: 300 },
  });

const answering =
  (resolution: Omit<ApprovalResolution, "context_identity">): Resolve =>
  ({ context_identity }) => ({ ...resolution, context_identity });

const APPROVED: Verdict = { decision: "allow", reason: "approved_by_human" };

const NOT_LIFTED: readonly (readonly [what: string, resolve: Resolve | null, reason: string])[] = [
  ["nobody can be asked", null, "payment_over_limit"],
  [
    "rejected",
    answering({ outcome: "reject", verdict: { decision: "deny", reason: "approval_rejected" } }),
    "approval_rejected",
  ],
  [
    "expired",
    answering({ outcome: "reject", verdict: { decision: "deny", reason: "approval_expired" } }),
    "approval_expired",
  ],
  ["unresolved", answering({ outcome: "unresolved" }), "host_error:approval_unresolved"],
  [
    "approved for another context",
    () => ({ outcome: "approve", context_identity: `sha256:${"0".repeat(64)}`, verdict: APPROVED }),
    "host_error:approval_identity_mismatch",
  ],
  [
    "the resolver breaks",
    () => {
      throw new Error("queue away");
    },
    "host_error:approval_resolver_failed",
  ],
  ["the resolver never answers", () => new Promise(() => undefined), "host_error:approval_resolver_failed"],
];

export function approvalContract(driver: AdapterDriver): void {
  describe("a call that people must approve", () => {
    it("runs after the approval, and the record says who settled it", async () => {
      const ran = await resolving(driver, answering({ outcome: "approve", verdict: APPROVED }));
      expect(ran.paid).toEqual([ARGS]);
      expect(recordsAt(ran, "pre_tool_call")).toMatchObject([
        { verdict: { decision: "allow" }, resolved_by: "approval" },
      ]);
    });

    it("runs with the approver's edits", async () => {
      const value = { ...ARGS, amount: 500 };
      const verdict: Verdict = { decision: "transform", transform: { path: "$target", value } };
      const ran = await resolving(driver, answering({ outcome: "approve", verdict }));
      expect(ran.paid).toEqual([value]);
    });

    it("is shown with its own arguments", async () => {
      const seen: ApprovalRequest[] = [];
      await resolving(driver, (request) => {
        seen.push(request);
        return { outcome: "unresolved", context_identity: request.context_identity };
      });
      expect(seen).toMatchObject([{ interception_point: "pre_tool_call", context: { target: ARGS } }]);
    });

    it.each(NOT_LIFTED)("does not run: %s", async (_, resolve, reason) => {
      const ran = await resolving(driver, resolve);
      expect(ran.paid).toEqual([]);
      const [record] = recordsAt(ran, "pre_tool_call");
      expect(record?.verdict).toMatchObject({ decision: "deny", reason });
      expect(record?.resolved_by).toBe(resolve === null ? undefined : "rejection");
    });
  });
}
