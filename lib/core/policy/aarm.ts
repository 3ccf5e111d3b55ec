/**
 * AARM: a consequential action in a session that untrusted data came into lately. The action's own arguments may look
 * clean. O(1): the context keeps when data of each source last came in, and when the user last grounded the session.
 */
import { fromPlainObject } from "../json/build";
import { distinct, shown, type TracedCall } from "./traced";
import type { Finding, RuleInput } from "./types";

export function aarmFindings(input: RuleInput, { consequential, trust, call }: TracedCall): readonly Finding[] {
  const { aarm } = input.paradigms;
  if (!aarm || !consequential) return [];
  const { taint, steps, summary } = input.context;
  const counts = (at: number) => at > taint.grounded_at && steps - at < aarm.look_back_steps;
  const tainting = taint.seen.filter((leaf) => counts(leaf.at) && !trust.trusts(leaf));
  const isLost = taint.overflow_at !== null && counts(taint.overflow_at);
  if (tainting.length === 0 && !isLost) return [];
  const [earliest] = [...tainting].sort((a, b) => a.at - b.at);
  const seen = distinct(tainting.map(({ origin }) => origin));
  return [
    {
      rule_id: "aarm/cumulative-taint",
      paradigm: "aarm",
      disposition: aarm.on_taint,
      reason: `Data that is not trusted came into the session during its last ${aarm.look_back_steps} steps, and ${shown(call.tool)} has consequences.`,
      reason_code: "aarm_cumulative_taint",
      more_codes: ["consequential_action_in_tainted_window"],
      risk: "high",
      cited_provenance_ids: distinct(tainting.map(({ provenance_id }) => provenance_id)),
      data: fromPlainObject({
        lookback_window: `${aarm.look_back_steps} steps`,
        earliest_untrusted_step_id: earliest?.step_id ?? null,
        untrusted_origins_seen: seen,
        entry_count_by_origin: summary.entry_count_by_origin,
        trusted_regrounding_since: null,
        ...(isLost ? { sources_incomplete: true } : {}),
      }),
    },
  ];
}
