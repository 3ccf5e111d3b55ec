/** Reason codes of decisions (ACS §17.2, W§18, and ours), each with the sentence a person reads. */

export const REASON_CODES = {
  // registered by ACS §17.2
  modify_unsupported: "This client cannot apply modifications.",
  approver_unavailable: "Nobody can be asked.",
  chain_mismatch: "The client's chain head is not one that was published.",
  // spelled as the reference Guardian spells them
  evaluation_failed: "Policy could not be evaluated, so the step is denied.",
  disposition_not_permitted: "This hook does not permit the disposition that policy chose.",
  session_closed: "The session has ended.",
  session_contended: "The session's chain moved too often while this step was being written.",
  store_unavailable: "The decision could not be stored, so the step is denied.",
  shutting_down: "The Guardian is shutting down.",
  engine_saturated: "Too many evaluations are running.",
  key_not_bound: "The step was signed with a key that did not open this session.",
  agent_id_not_bound: "The step names another agent than the one that opened this session.",
  deferral_bound_exceeded: "This session has deferred too many steps.",
  lineage_mismatch: "The compaction does not match what was recorded.",
  intent_mismatch: "The Intent was sent again and differs.",
  grant_invalid: "The grant does not answer a step that was asked about.",
  skill_unverifiable: "No allowed registration has this skill's digest.",
  executed_without_release: "This result belongs to no call that was released.",
  // approvals
  approval_required: "A person must approve this step.",
  approval_rejected: "An approver denied this action.",
  approval_expired: "Nobody decided in time.",
  approval_consumed: "The approval was used already.",
  approval_cancelled: "The approval was withdrawn.",
  approval_superseded: "A newer question replaced this one.",
  approval_digest_mismatch: "The action presented is not the action that was approved.",
  approval_backlog: "This agent has too many items waiting.",
  approval_void: "Policy changed after the approval.",
  deferral_expired: "The step was deferred and was not resolved in time.",
  // time and delivery
  decision_timeout: "No decision was reached within the negotiated time.",
  delivery_unknown: "It is not known whether this decision was stored.",
  key_ended: "The key that opened this session was revoked.",
  agent_disabled: "This agent is disabled.",
  // the session's own state
  intent_too_large: "The Intent names more than a session keeps.",
  turn_already_open: "A turn with this id is open already.",
  turn_nesting_exceeded: "Turns are nested too deep.",
  turn_unknown: "The step names a turn that is not open.",
  subagent_intent_exceeds_parent: "A subagent would get more than its parent has.",
  subagent_parent_mismatch: "The subagent names another parent than the session that reports it.",
  subagent_already_started: "A subagent with this session id was started before.",
  subagent_bound_exceeded: "Too many subagents of this session are running.",
  skill_load_path_invalid: "The skill's load path does not compose.",
  skill_bound_exceeded: "The session has loaded as many skills as it may hold.",
  component_banned: "The component is banned.",
  component_definition_changed: "The component's definition changed during the session.",
  component_undeclared: "The component is not declared in the session's AgBOM.",
  component_not_checked: "A ban names the component, but what the ban compares is not known.",
  agbom_inconsistent: "The change of the AgBOM does not fit what the session declared.",
  provenance_conflict: "A provenance id is used again for other data.",
  // paradigms, as ACS suggests them and as its worked examples spell them
  ibac_intent_mismatch: "The call is outside the session's Intent.",
  ibac_capability_mismatch: "No capability of the Intent covers the call.",
  ibac_scope_mode_strict: "The Intent is strict and is not extended.",
  ibac_extension_limit: "The Intent was extended as often as policy allows.",
  fides_p_t_violation: "Data that is not trusted would decide an action with consequences.",
  fides_p_t_failed: "The check of what decides the action failed.",
  untrusted_into_consequential: "Data that is not trusted goes into an action with consequences.",
  fides_p_f_violation: "Data would flow to a tool that it must not reach.",
  fides_p_f_failed: "The check of where the data goes failed.",
  camel_dependency_graph_violation: "An argument derives from data that policy does not let it come from.",
  camel_argument_dependency_violation: "The argument's lineage has a source that it must not have.",
  aarm_cumulative_taint: "Data that is not trusted came into the session lately.",
  consequential_action_in_tainted_window: "An action with consequences follows data that is not trusted.",
  // policy
  conflicting_modifications: "Rules demand edits that cannot both be made.",
  modification_inapplicable: "A rule demands an edit that does not fit this step.",
  no_permit: "No policy permits this step.",
  policy_error: "A policy failed on this step.",
  policy_denied: "A policy forbids this step.",
  policy_input_unrepresentable: "An argument cannot be put to policy without changing it.",
  policy_input_reserved_member: "An argument has a member name that policy reserves.",
  deferred: "Policy cannot decide on this step yet.",
  // the default policies
  refund_over_limit: "The refund is above what policy allows by itself.",
  destructive_shell_command_blocked: "The command would destroy data.",
  unknown_consequential_tool: "No rule knows this tool, and it may change something.",
} as const satisfies { readonly [code: string]: string };

export type ReasonCode = keyof typeof REASON_CODES;

/** The sentence for a code, or null for one that a policy made up. */
export function sentenceFor(code: string): string | null {
  return Object.hasOwn(REASON_CODES, code) ? REASON_CODES[code as ReasonCode] : null;
}
