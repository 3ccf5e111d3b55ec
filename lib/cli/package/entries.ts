/** What the npm package offers: each address of it, and the modules whose exports it gives. */

export interface PackageEntry {
  /** The part behind `guardian-hooks`; "" for the package itself. */
  readonly name: string;
  /** Below `lib/`, without the ending. */
  readonly modules: readonly string[];
}

export const ENTRIES: readonly PackageEntry[] = [
  {
    name: "",
    modules: [
      "host/client",
      "host/failures",
      "host/guardian-trust",
      "host/options",
      "host/posture",
      "host/records",
      "host/session",
      "host/signers",
      "core/crypto-noble",
      "core/result",
    ],
  },
  {
    name: "agent-hooks",
    modules: [
      "agent-hooks/agent-hooks",
      "agent-hooks/emitter",
      "agent-hooks/hook-session",
      "agent-hooks/types",
      "host/agent-hooks/guardian-hooks",
      "host/agent-hooks/hook-options",
      "host/agent-hooks/guardian-unavailable",
    ],
  },
  { name: "mcp", modules: ["host/frameworks/mcp/proxy", "host/frameworks/mcp/options", "host/frameworks/mcp/denial"] },
];

export interface PackageCommand {
  readonly name: string;
  /** Exports `main(argv, io)`. */
  readonly module: string;
  /** What its user has to have installed beside this package. */
  readonly peers: readonly string[];
}

export const COMMANDS: readonly PackageCommand[] = [
  { name: "guardian-mcp", module: "cli/guardian-mcp", peers: ["@modelcontextprotocol/sdk"] },
];
