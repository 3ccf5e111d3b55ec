/** Where the Guardian is and who asks: from the environment, or from a private file; the environment wins. */
import { homedir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { err, ok, type Result } from "../../core/result";
import { secretBytes } from "../../host/signers";
import { readPrivate } from "../private-file";

export const USAGE = `guardian-hook claude-code [--config FILE]           the command of a hook
guardian-hook claude-code [--config FILE] --check   tells whether it could ask, and why not

Reads a hook's JSON on standard input, asks the Guardian, and answers as Claude Code expects. Blocks when it cannot ask.

  GUARDIAN_URL, GUARDIAN_AGENT_ID, GUARDIAN_KEY_ID, GUARDIAN_SECRET   as npm run keys prints them
  GUARDIAN_HOOK_WAIT     seconds that a call waits for people (default 540); keep the hook's own timeout above it
  GUARDIAN_HOOK_STATE    folder for the sessions' states (default ~/.local/state/guardian-hook)
  GUARDIAN_HOOK_CONFIG   a file with these as JSON: url, agentId, keyId, secret, wait, state (also --config)`;

export interface HookSettings {
  readonly url: string;
  readonly agentId: string;
  readonly keyId: string;
  readonly secret: Uint8Array;
  readonly waitMs: number;
  readonly stateDir: string;
  /** Only say whether the Guardian can be asked. */
  readonly isCheck: boolean;
}

const file = z.looseObject({
  url: z.string().optional(),
  agentId: z.string().optional(),
  keyId: z.string().optional(),
  secret: z.string().optional(),
  wait: z.number().optional(),
  state: z.string().optional(),
});

const DEFAULT_WAIT_S = 540;

type Environment = Readonly<Record<string, string | undefined>>;

/** Fails naming the setting, never its value. */
export function readSettings(argv: readonly string[], env: Environment): Result<HookSettings, string> {
  const parsed = argumentsOf(argv);
  if (!parsed.ok) return parsed;
  const place = parsed.value.config ?? env.GUARDIAN_HOOK_CONFIG;
  const stored = place === undefined ? {} : readPrivate(place, file);
  if (stored === null) return err("the configuration file is missing or holds something else");
  const wait = env.GUARDIAN_HOOK_WAIT === undefined ? (stored.wait ?? DEFAULT_WAIT_S) : Number(env.GUARDIAN_HOOK_WAIT);
  if (!(Number.isFinite(wait) && wait > 0)) return err("GUARDIAN_HOOK_WAIT: seconds above 0");
  const url = env.GUARDIAN_URL ?? stored.url;
  const agentId = env.GUARDIAN_AGENT_ID ?? stored.agentId;
  const keyId = env.GUARDIAN_KEY_ID ?? stored.keyId;
  if (url === undefined || !URL.canParse(url)) return err("GUARDIAN_URL: needed, an address");
  if (!agentId) return err("GUARDIAN_AGENT_ID: needed");
  if (!keyId) return err("GUARDIAN_KEY_ID: needed");
  const secret = secretOf(env.GUARDIAN_SECRET ?? stored.secret);
  if (secret === null) return err("GUARDIAN_SECRET: needed, base64 of 32 bytes or more");
  const stateDir = env.GUARDIAN_HOOK_STATE ?? stored.state ?? path.join(homedir(), ".local/state/guardian-hook");
  return ok({ url, agentId, keyId, secret, waitMs: wait * 1000, stateDir, isCheck: parsed.value.check === true });
}

interface Arguments {
  readonly config?: string;
  readonly check?: boolean;
}

function argumentsOf(argv: readonly string[]): Result<Arguments, string> {
  try {
    const options = { config: { type: "string" }, check: { type: "boolean" } } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    if (positionals.length !== 1 || positionals[0] !== "claude-code") return err("name the host: claude-code");
    return ok(values);
  } catch {
    return err("unknown option");
  }
}

function secretOf(text: string | undefined): Uint8Array | null {
  try {
    return text === undefined ? null : secretBytes(text);
  } catch {
    return null;
  }
}
