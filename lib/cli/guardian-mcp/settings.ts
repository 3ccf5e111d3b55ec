/** What `guardian-mcp` was asked to do: its arguments and the environment, read once and refused by name. */
import { parseArgs } from "node:util";
import { err, ok, type Result } from "../../core/result";

export const USAGE = `guardian-mcp [options] -- COMMAND [ARGUMENTS]   an MCP server on standard input and output
guardian-mcp [options] --url URL                an MCP server over streamable HTTP

Speaks MCP on standard input and output, and asks the Guardian about every message before it passes.

  --listen [HOST:]PORT    speak streamable HTTP there instead, on this machine only
  --name ID               what policies and the AgBOM call the server (default: from COMMAND or URL)
  --header "NAME: VALUE"  sent to URL; \${VARIABLE} in VALUE is read from the environment
  --wait SECONDS          how long a call waits for people (default: as long as the Guardian does)
  --user ID               on whose behalf the client acts
  --verbose               say what passes too, on standard error

Where the Guardian is and who asks, as npm run keys prints it (an option wins over the environment):
  --guardian URL   GUARDIAN_URL        --agent-id ID   GUARDIAN_AGENT_ID
  --key-id ID      GUARDIAN_KEY_ID     the secret: GUARDIAN_SECRET only`;

const OPTIONS = {
  url: { type: "string" },
  listen: { type: "string" },
  name: { type: "string" },
  header: { type: "string", multiple: true },
  wait: { type: "string" },
  user: { type: "string" },
  verbose: { type: "boolean" },
  help: { type: "boolean" },
  guardian: { type: "string" },
  "agent-id": { type: "string" },
  "key-id": { type: "string" },
} as const;

export type Upstream =
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "url"; readonly url: URL; readonly headers: Readonly<Record<string, string>> };

export interface McpSettings {
  readonly upstream: Upstream;
  /** `mcp_server_id`. */
  readonly serverId: string;
  readonly guardian: {
    readonly url: string;
    readonly agentId: string;
    readonly keyId: string;
    readonly secret: string;
  };
  readonly listen: { readonly host: string; readonly port: number } | null;
  readonly waitMs?: number;
  readonly userId?: string;
  readonly verbose: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Read<T> = Result<T, string>;

/** `help` when that was asked for; otherwise the settings, or what is wrong with them, without any value. */
export function readSettings(argv: readonly string[], env: Environment): Read<McpSettings | "help"> {
  const split = argv.indexOf("--");
  const own = split === -1 ? argv : argv.slice(0, split);
  let values: ReturnType<typeof parse>;
  try {
    values = parse(own);
  } catch (error) {
    return err(error instanceof Error ? error.message : "unreadable arguments");
  }
  if (values.help) return ok("help");
  const upstream = upstreamOf(values, split === -1 ? [] : argv.slice(split + 1), env);
  if (!upstream.ok) return upstream;
  const guardian = guardianOf(values, env);
  if (!guardian.ok) return guardian;
  const listen = values.listen === undefined ? ok(null) : listenOf(values.listen);
  if (!listen.ok) return listen;
  const seconds = values.wait === undefined ? undefined : Number(values.wait);
  if (seconds !== undefined && !(seconds >= 0)) return err("--wait must be a number of seconds");
  return ok({
    upstream: upstream.value,
    serverId: values.name ?? nameOf(upstream.value),
    guardian: guardian.value,
    listen: listen.value,
    waitMs: seconds === undefined ? undefined : seconds * 1_000,
    userId: values.user,
    verbose: values.verbose ?? false,
  });
}

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
type Values = ReturnType<typeof parse>;

function upstreamOf(values: Values, [command, ...args]: readonly string[], env: Environment): Read<Upstream> {
  if ((command === undefined) === (values.url === undefined)) return err("give either -- COMMAND or --url URL");
  if (command !== undefined) {
    return values.header ? err("--header needs --url") : ok({ kind: "command", command, args });
  }
  if (!URL.canParse(values.url ?? "")) return err("--url is no URL");
  const url = new URL(values.url ?? "");
  if (url.protocol !== "http:" && url.protocol !== "https:") return err("--url must be http or https");
  const headers: Record<string, string> = {};
  for (const header of values.header ?? []) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(header) ?? [];
    if (name === undefined || value === undefined) return err('--header must be "NAME: VALUE"');
    const expanded = expand(value, env);
    if (!expanded.ok) return expanded;
    headers[name] = expanded.value;
  }
  return ok({ kind: "url", url, headers });
}

function expand(value: string, env: Environment): Read<string> {
  const missing = [...value.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? "").find((name) => !env[name]);
  if (missing !== undefined) return err(`--header names the variable ${missing}, which is not set`);
  return ok(value.replace(/\$\{(\w+)\}/g, (_whole, name: string) => env[name] ?? ""));
}

function guardianOf(values: Values, env: Environment): Read<McpSettings["guardian"]> {
  const url = values.guardian ?? env.GUARDIAN_URL;
  const agentId = values["agent-id"] ?? env.GUARDIAN_AGENT_ID;
  const keyId = values["key-id"] ?? env.GUARDIAN_KEY_ID;
  const secret = env.GUARDIAN_SECRET;
  if (!url || !URL.canParse(url)) return err("GUARDIAN_URL is no URL, or missing");
  if (!agentId) return err("GUARDIAN_AGENT_ID is missing");
  if (!keyId) return err("GUARDIAN_KEY_ID is missing");
  return secret ? ok({ url, agentId, keyId, secret }) : err("GUARDIAN_SECRET is missing");
}

/** Only this machine: whoever reaches the port acts as the agent. */
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

function listenOf(text: string): Read<McpSettings["listen"]> {
  const [, host = "127.0.0.1", port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) return err("--listen must be [HOST:]PORT");
  return LOOPBACK.has(host) ? ok({ host, port: Number(port) }) : err("--listen takes addresses of this machine only");
}

const RUNNERS = new Set(["node", "npx", "bunx", "deno", "tsx", "uv", "uvx", "python", "python3", "docker"]);

/** `npx -y @scope/server-files` and `node server-files.js` are both called server-files. */
function nameOf(upstream: Upstream): string {
  if (upstream.kind === "url") return upstream.url.host;
  const base = (text: string) => (text.split(/[\\/]/).at(-1) ?? text).replace(/\.(?:[cm]?[jt]s|py|exe)$/, "");
  const own = base(upstream.command);
  const first = upstream.args.find((arg) => !arg.startsWith("-") && arg !== "run" && arg !== "tool");
  return RUNNERS.has(own) && first !== undefined ? base(first) || own : own;
}
