/** Select lists that shape rows as the ports name them. Times are ms since the epoch, on the database clock. */

const ms = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

export const NOW = ms("clock_timestamp()");

export const AGENT = `a.key, a.tenant_id AS "tenantId", a.agent_id AS "agentId", a.name, a.owner_id AS "ownerId",
  a.can_ask AS "canAsk", a.can_modify AS "canModify", a.ask_substitute AS "askSubstitute",
  a.on_decision_failure AS "onDecisionFailure", coalesce(a.required_methods, '{}') AS "requiredMethods",
  coalesce(a.allowed_algorithms, '{}') AS "allowedAlgorithms",
  a.timeout_ms AS "timeoutMs", a.skew_ms AS "skewMs", a.idle_limit_s AS "idleLimitS", a.pending_cap AS "pendingCap",
  a.hold_cap AS "holdCap", a.disabled_at IS NOT NULL AS disabled`;

export const AGENT_KEY = `k.key_id AS "keyId", k.tenant_id AS "tenantId", k.agent_key AS "agentKey", k.algorithm, k.state,
  ${ms("k.overlap_until")} AS "overlapUntil", k.secret_sealed AS sealed,
  k.public_key AS "publicText"`;

export const SESSION = `s.key, s.tenant_id AS "tenantId", s.session_id AS "sessionId", s.agent_key AS "agentKey",
  s.key_id AS "keyId", s.state, s.close_reason AS "closeReason", s.terms, s.hello_request_id AS "helloRequestId",
  s.hello_answer AS "helloAnswer", s.head_seq AS "headSeq", s.head_hash AS "headHash", s.ack_seq AS "ackSeq",
  s.user_id AS "userId", s.platform, ${ms("s.last_step_at")} AS "lastStepAt", s.context, s.parent_key AS "parentKey"`;

export const APPROVAL = `p.id, p.tenant_id AS "tenantId", p.session_key AS "sessionKey", p.agent_key AS "agentKey", p.kind,
  p.state, p.revision, p.request_id AS "requestId", p.method, p.tool, p.requested_digest AS "requestedDigest",
  p.effective_digest AS "effectiveDigest", p.requested_action AS "requestedAction",
  p.effective_action AS "effectiveAction", p.modifications, p.findings, p.risk, p.approvers,
  p.votes_required AS "votesRequired", p.question, p.bundle_digest AS "bundleDigest", ${ms("p.created_at")} AS "createdAt",
  ${ms("p.expires_at")} AS "expiresAt", p.use_within_s AS "useWithinS", ${ms("p.use_by")} AS "useBy",
  ${ms("p.decided_at")} AS "decidedAt", p.decided_by AS "decidedBy", p.decision_reason AS "decisionReason",
  p.consumed_request_id AS "consumedRequestId", ${ms("p.consumed_at")} AS "consumedAt", ${ms("p.result_at")} AS "resultAt",
  p.receipt, p.receipt_hash AS "receiptHash", p.attempt, p.retries,
  p.for_hooks AS "forHooks", p.interception_point AS "interceptionPoint", p.context_identity AS "contextIdentity",
  p.hook_context AS "hookContext"`;

export const PERSON = `p.id, p.tenant_id AS "tenantId", p.email, p.name, p.kind, coalesce(p.roles, '{}') AS roles,
  coalesce(p.groups, '{}') AS groups, p.state, p.revision`;

export const VOTE = `v.approval_id AS "approvalId", v.person_id AS "personId", v.verdict,
  v.effective_digest AS "effectiveDigest", v.view_digest AS "viewDigest", v.reason, v.statement, ${ms("v.at")} AS at`;

export const SERVED_VIEW = `w.approval_id AS "approvalId", w.person_id AS "personId", w.sign_in_id AS "signInId",
  w.view_digest AS "viewDigest", w.revision, w.view, w.statement`;
