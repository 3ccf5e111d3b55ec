/** The one form of a structural finding: it denies, and nobody can be asked about it. */
import type { Finding } from "../types";

export interface Denial {
  /** Last part of the rule id. */
  readonly rule: string;
  readonly code: string;
  readonly reason: string;
}

export const denial = ({ rule, code, reason }: Denial): Finding => ({
  rule_id: `structural/${rule}`,
  disposition: "deny",
  paradigm: "structural",
  reason,
  reason_code: code,
  risk: "high",
});
