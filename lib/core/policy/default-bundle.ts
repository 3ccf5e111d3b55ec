/** The bundle that a new tenant starts with. Meant to be read: each rule says in one line what it does. */
import type { HostRule } from "../wire/agent-hooks";
import { DEFAULT_SETTINGS, type PolicyBundle } from "./bundle";
import type { ParadigmSettings } from "./paradigms";

const ALLOW_SESSION_STEPS = `
// Messages, answers, results and the session's own steps are allowed and recorded.
permit (
  principal,
  action in [
    Action::"steps/sessionStart",
    Action::"steps/agentTrigger",
    Action::"steps/turnStart",
    Action::"steps/userMessage",
    Action::"steps/agentResponse",
    Action::"steps/knowledgeRetrieval",
    Action::"steps/memoryContextRetrieval",
    Action::"steps/memoryStore",
    Action::"steps/toolCallResult",
    Action::"steps/preCompact",
    Action::"steps/postCompact",
    Action::"steps/subagentStart",
    Action::"steps/subagentStop",
    Action::"steps/skillRegister",
    Action::"steps/skillLoad",
    Action::"steps/skillUnload",
    Action::"steps/turnEnd",
    Action::"steps/sessionEnd",
    Action::"agbom/snapshot",
    Action::"agbom/changed"
  ],
  resource
);
`;

const ALLOW_TOOL_CALLS = `
// A tool call may run when no rule below objects. "forbid" always wins over "permit".
permit (principal, action == Action::"steps/toolCallRequest", resource);
`;

const ALLOW_MCP_MESSAGES = `
// Wrapped MCP: a tools/call is judged as the tool hook that it stands for, so every rule on tools holds for it too.
// The messages around it are allowed and recorded. What a server asks of the model or of the user
// (sampling/createMessage, elicitation/create) is not among them.
permit (
  principal,
  action in [
    Action::"protocols/MCP/initialize",
    Action::"protocols/MCP/ping",
    Action::"protocols/MCP/tools/list",
    Action::"protocols/MCP/resources/list",
    Action::"protocols/MCP/resources/templates/list",
    Action::"protocols/MCP/resources/read",
    Action::"protocols/MCP/resources/subscribe",
    Action::"protocols/MCP/resources/unsubscribe",
    Action::"protocols/MCP/prompts/list",
    Action::"protocols/MCP/prompts/get",
    Action::"protocols/MCP/completion/complete",
    Action::"protocols/MCP/logging/setLevel",
    Action::"protocols/MCP/roots/list",
    Action::"protocols/MCP/notifications/initialized",
    Action::"protocols/MCP/notifications/cancelled",
    Action::"protocols/MCP/notifications/progress",
    Action::"protocols/MCP/notifications/message",
    Action::"protocols/MCP/notifications/resources/updated",
    Action::"protocols/MCP/notifications/resources/list_changed",
    Action::"protocols/MCP/notifications/tools/list_changed",
    Action::"protocols/MCP/notifications/prompts/list_changed",
    Action::"protocols/MCP/notifications/roots/list_changed"
  ],
  resource
);
`;

const ASK_REFUND = `
// context.numbers holds the arguments that are numbers, so 499.99 and 840 compare alike.
// An amount that is missing, not a number, zero or negative is never small enough.
@disposition("ask")
@approvers("approvers")
@risk("high")
@reason("Refunds above 500 need a person's approval.")
@code("refund_over_limit")
@tools("refund_payment")
forbid (principal, action == Action::"steps/toolCallRequest", resource)
unless {
  context.numbers has amount &&
  context.numbers.amount.greaterThan(decimal("0.0")) &&
  context.numbers.amount.lessThanOrEqual(decimal("500.0"))
};
`;

const DENY_DESTRUCTIVE = `
// context.shell_signs names what a command would destroy, however it is spelled.
// It is empty for calls that run no command.
@disposition("deny")
@risk("critical")
@reason("Destructive shell commands are never run.")
@code("destructive_shell_command_blocked")
forbid (principal, action == Action::"steps/toolCallRequest", resource)
when {
  context.shell_signs.containsAny([
    "deletes_recursively",      // rm -rf
    "formats_disk",             // mkfs, wipefs
    "writes_device",            // dd of=/dev/sda
    "pipes_download_to_shell",  // curl ... | sh
    "fork_bomb",
    "too_long_to_check"
  ])
};
`;

const ASK_UNKNOWN = `
// Everything that is neither a look-up nor a refund (which has its own rule) asks a person.
// context.tool_is_plain is false for names with letters beyond ASCII, so a look-alike of "read_record"
// is no look-up. context.tool_names_change is true for names such as delete_records, whatever they declare.
@disposition("ask")
@approvers("approvers")
@risk("medium")
@reason("This tool may change something, and no rule knows it.")
@code("unknown_consequential_tool")
forbid (principal, action == Action::"steps/toolCallRequest", resource)
unless {
  context.tool == "refund_payment" ||
  (context.tool_is_plain && !context.runs_command &&
   (context.tool like "lookup_*" ||
    context.tool like "get_*" ||
    context.tool like "list_*" ||
    context.tool like "read_*" ||
    context.tool like "search_*" ||
    (context has capability && context.capability like "*.read" && !context.tool_names_change)))
};
`;

/** Silent in sessions that tell neither an Intent nor where data comes from. */
const PARADIGMS: ParadigmSettings = {
  trust: { trusted_origins: ["user_input", "system"], trusted_sources: [], untrusted_sources: [] },
  consequential: [
    "filesystem.write",
    "filesystem.delete",
    "network.egress",
    "process.execute",
    "payments.*",
    "database.write",
    "database.delete",
    "tool:refund_payment",
  ],
  ibac: { on_mismatch: "ask", max_extensions: 5 },
  fides: { on_untrusted: "ask", flows: [] },
  aarm: { look_back_steps: 20, on_taint: "ask" },
};

/** For agents in Agent Hooks hosts, which apply these themselves: what goes to a model and what is answered. */
const HOST_RULES: readonly HostRule[] = [
  {
    id: "no-private-keys-to-models",
    at: ["pre_model_call"],
    find: "-----BEGIN PRIVATE KEY-----",
    verdict: {
      decision: "deny",
      reason: "private_key_in_prompt",
      message: "The messages hold a private key. It is not sent to a model.",
    },
  },
  {
    id: "no-named-private-keys-to-models",
    at: ["pre_model_call"],
    find: "-----BEGIN * PRIVATE KEY-----",
    verdict: {
      decision: "deny",
      reason: "private_key_in_prompt",
      message: "The messages hold a private key. It is not sent to a model.",
    },
  },
  {
    id: "redact-accounts-in-answers",
    at: ["output"],
    find: "acct_*",
    verdict: { decision: "transform", reason: "account_redacted", replacement: "[account]" },
  },
];

export const DEFAULT_BUNDLE: PolicyBundle = {
  v: "guardian-bundle/1",
  name: "Default policies",
  settings: DEFAULT_SETTINGS,
  policies: [
    { id: "allow-session-steps", text: ALLOW_SESSION_STEPS.trim() },
    { id: "allow-tool-calls", text: ALLOW_TOOL_CALLS.trim() },
    { id: "allow-mcp-messages", text: ALLOW_MCP_MESSAGES.trim() },
    { id: "ask-large-refunds", text: ASK_REFUND.trim() },
    { id: "deny-destructive-commands", text: DENY_DESTRUCTIVE.trim() },
    { id: "ask-unknown-tools", text: ASK_UNKNOWN.trim() },
  ],
  paradigms: PARADIGMS,
  host_rules: HOST_RULES,
};
