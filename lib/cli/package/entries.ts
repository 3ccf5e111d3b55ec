/** What the npm package offers: each address of it, and what of which module it gives there. */

export interface PackageEntry {
  /** The part behind `guardian-hooks`; "" for the package itself. */
  readonly name: string;
  /** Names by module below `lib/`; `*` for all that it exports, `type X` for a type. */
  readonly exports: { readonly [module: string]: readonly string[] };
}

const EVERYTHING = ["*"];
/** An adapter's factory, with how it is told of its Guardian. */
const HOOKS = { "host/frameworks/governed": ["governed", "type Governed", "type GovernedOptions"] };

/** An adapter whose calls may be the turns of one session. */
const ADAPTER = { ...HOOKS, "host/frameworks/conversation": EVERYTHING };

export const ENTRIES: readonly PackageEntry[] = [
  {
    name: "",
    exports: {
      "host/client": ["createGuardianClient", "DEFAULT_METHODS", "type GuardianClient"],
      "host/failures": EVERYTHING,
      "host/guardian-trust": ["type GuardianTrust"],
      "host/options": EVERYTHING,
      "host/posture": EVERYTHING,
      "host/records": EVERYTHING,
      "host/session": ["type GuardianSession", "type Said"],
      "host/signers": ["createSigner", "type PrivateKey", "type Signer"],
      "host/step-io": ["type Released", "type StepOptions"],
      "host/tool-call": ["type Execute", "type ToolCall", "type ToolOutcome"],
      "core/json/value": ["type JsonObject", "type JsonValue"],
      "core/result": ["type Result"],
    },
  },
  {
    name: "agent-hooks",
    exports: {
      "agent-hooks/agent-hooks": ["createAgentHooks"],
      "agent-hooks/emitter": ["createEmitter"],
      "agent-hooks/hook-session": EVERYTHING,
      "agent-hooks/types": EVERYTHING,
      "host/agent-hooks/guardian-hooks": ["guardianHooks", "type GuardianHooks"],
      "host/agent-hooks/guardian-unavailable": ["GuardianUnavailable", "type UnavailableCause"],
      "host/agent-hooks/hook-options": EVERYTHING,
      "host/agent-hooks/waiting-for-people": ["type WaitingForPeople"],
      "core/json/value": ["type JsonObject", "type JsonValue"],
      ...HOOKS,
    },
  },
  {
    name: "reference",
    exports: {
      "host/frameworks/reference/agent": EVERYTHING,
      "host/frameworks/reference/conversation": ["openConversation", "type Conversation"],
      "host/frameworks/reference/running-turn": ["type TurnOptions"],
      "host/frameworks/reference/run-agent": EVERYTHING,
      ...HOOKS,
    },
  },
  {
    name: "langgraph",
    exports: {
      "host/frameworks/langgraph/govern-agent": ["governAgent"],
      "host/frameworks/langgraph/governed-agent": ["GovernedAgent"],
      ...ADAPTER,
    },
  },
  {
    name: "openai-agents",
    exports: { "host/frameworks/openai-agents/govern-openai-agent": ["governOpenAiAgent"], ...ADAPTER },
  },
  { name: "vercel-ai", exports: { "host/frameworks/vercel-ai/govern-vercel-ai": EVERYTHING, ...ADAPTER } },
  { name: "mastra", exports: { "host/frameworks/mastra/govern-mastra": EVERYTHING, ...ADAPTER } },
  { name: "llamaindex", exports: { "host/frameworks/llamaindex/govern-llamaindex": EVERYTHING, ...ADAPTER } },
  {
    name: "claude-code",
    exports: {
      "host/frameworks/claude-code/hook-answer": ["type HookAnswer"],
      "host/frameworks/claude-code/hook-input": ["readHookInput", "type HookInput"],
      "host/frameworks/claude-code/hook-state": ["newState", "openState", "sealState", "type HookState", "type Seal"],
      "host/frameworks/claude-code/judge-hook": EVERYTHING,
    },
  },
  {
    name: "claude-agent-sdk",
    exports: {
      "host/frameworks/claude-agent-sdk/govern-claude-agent": EVERYTHING,
      "host/frameworks/claude-agent-sdk/sdk-types": ["type Query"],
      "host/frameworks/claude-agent-sdk/gateway-types": EVERYTHING,
      "cli/model-gateway/listen-on-loopback": EVERYTHING,
      ...HOOKS,
    },
  },
  {
    name: "mcp",
    exports: {
      "host/frameworks/mcp/proxy": EVERYTHING,
      "host/frameworks/mcp/options": EVERYTHING,
      "host/frameworks/mcp/denial": ["GUARDIAN_DENIED", "GUARDIAN_SILENT"],
      "host/frameworks/mcp/side": ["type ProxyEvent"],
      "host/frameworks/mcp/mcp-tools": EVERYTHING,
      ...HOOKS,
    },
  },
];

export interface PackageCommand {
  readonly name: string;
  /** Exports `main(argv, io)`. */
  readonly module: string;
  /** What its user has to have installed beside this package. */
  readonly peers: readonly string[];
  /** Exit code when it cannot start: hosts tell a hook that blocks from one that merely failed by it. */
  readonly failure: 1 | 2;
  /** One file with all its packages in it. */
  readonly isStandalone: boolean;
}

export const COMMANDS: readonly PackageCommand[] = [
  { name: "guardian-hook", module: "cli/guardian-hook", peers: [], failure: 2, isStandalone: true },
  {
    name: "guardian-mcp",
    module: "cli/guardian-mcp",
    peers: ["@modelcontextprotocol/sdk"],
    failure: 1,
    isStandalone: false,
  },
];

/** The statements of an entry, with its modules under `base`. */
export const entryText = ({ exports }: PackageEntry, base: string, ending = ""): string =>
  Object.entries(exports)
    .map(([module, names]) => `export ${list(names)} from "${base}/${module}${ending}";\n`)
    .join("");

const list = (names: readonly string[]): string => (names.includes("*") ? "*" : `{ ${names.join(", ")} }`);
