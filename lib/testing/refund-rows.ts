/** The twenty rows of the refund story, and the words in which its tellings may differ. */

/** What differs between the people and rules that govern, and never between hosts. */
export interface StoryWords {
  readonly refundTool: string;
  /** Of a verdict that a person gave. */
  readonly approvalReason: string | null;
  /** What stands in the answer for the account. */
  readonly redaction: string;
}

export const ON_CALL_WORDS: StoryWords = {
  refundTool: "issue_refund",
  approvalReason: "approved_by_oncall",
  redaction: "[redacted]",
};

export const answerOf = ({ redaction }: StoryWords): string => `Refunded $840 for ${redaction}.`;

/** What may be compared between hosts. Identities may not: they hold framework, session and time. */
export interface StoryRow {
  readonly session: string;
  readonly sequence: number;
  readonly point: string;
  readonly tool: string | null;
  readonly decision: string;
  readonly reason: string | null;
  readonly resolvedBy: string | null;
}

type Fact = readonly [point: string, tool?: string | null, decision?: string, reason?: string | null, by?: string];

const rowsOf = (session: string, facts: readonly Fact[]): readonly StoryRow[] =>
  facts.map(([point, tool = null, decision = "allow", reason = null, by = null as string | null], sequence) => ({
    session,
    sequence,
    point,
    tool,
    decision,
    reason,
    resolvedBy: by,
  }));

const MODEL_CALL: readonly Fact[] = [["pre_model_call"], ["post_model_call"]];

/** The twenty rows, on any host. */
export function refundRows({ refundTool, approvalReason }: StoryWords): readonly StoryRow[] {
  const first: readonly Fact[] = [
    ["agent_startup"],
    ["input"],
    ...MODEL_CALL,
    ["pre_tool_call", "lookup_account"],
    ["post_tool_call", "lookup_account"],
    ...MODEL_CALL,
    ["pre_tool_call", refundTool, "allow", approvalReason, "approval"],
    ["post_tool_call", refundTool],
    ...MODEL_CALL,
    ["output", null, "transform", "account_redacted"],
    ["agent_shutdown"],
  ];
  const replay: readonly Fact[] = [
    ["agent_startup"],
    ["input"],
    ...MODEL_CALL,
    ["pre_tool_call", refundTool, "deny", "host_error:approval_identity_mismatch", "rejection"],
    ["agent_shutdown"],
  ];
  return [...rowsOf("A", first), ...rowsOf("B", replay)];
}
