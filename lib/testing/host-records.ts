/** Records as an Agent Hooks host sends them (§11), for tests. */
export function hostRecord(sessionId: string, more: Record<string, unknown> = {}) {
  return {
    interception_point: "pre_tool_call",
    mode: "enforce",
    verdict: { decision: "allow" },
    input_identity: `sha256:${"a".repeat(64)}`,
    enforced_identity: `sha256:${"a".repeat(64)}`,
    identity_provider: "jcs-sha256",
    session_id: sessionId,
    sequence: 0,
    timestamp: "2026-01-01T00:00:00.000Z",
    decided_by: null,
    composition: { profile: "sequential/first_deny", on_approval: "resume" },
    verdicts: [{ index: 0, decision: "allow", name: "guardian" }],
    fold_truncated: false,
    interceptors_registered: 1,
    ...more,
  };
}
