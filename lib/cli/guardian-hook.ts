/** `guardian-hook`: the hook command of a host that starts one process for each event. Whatever fails here blocks. */
import type { Readable } from "node:stream";
import { nobleCrypto } from "../core/crypto-noble";
import type { HooksProblem } from "../host/agent-hooks/hook-options";
import { blocked, type HookAnswer } from "../host/frameworks/claude-code/hook-answer";
import { type HookInput, readHookInput } from "../host/frameworks/claude-code/hook-input";
import { type JudgedHook, judgeHook } from "../host/frameworks/claude-code/judge-hook";
import type { CommandIo } from "./command-io";
import { checkHook } from "./guardian-hook/check";
import { type HookSettings, readSettings, USAGE } from "./guardian-hook/settings";
import { stateFiles } from "./guardian-hook/state-files";

/** Of Claude Code's exit codes only this one blocks; every other failure would let the event go on. */
const BLOCK = 2;
/** Beside the wait for people: the lock, the handshake and the answers. */
const WORK_MS = 45_000;
const RECORDS_MS = 3_000;
const MAX_INPUT_BYTES = 16 * 1024 * 1024;

/** The exit code. Never rejects. */
export async function main(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    return await run(argv, io);
  } catch (error) {
    return refuse(io, error instanceof Error ? error.name : "failed");
  }
}

async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const settings = readSettings(argv, io.env);
  if (!settings.ok) return refuse(io, `${settings.failure}\n\n${USAGE}`);
  if (settings.value.isCheck) return check(settings.value, io);
  const bytes = await readAll(io.stdin);
  if (bytes === null) return refuse(io, "standard input: too large");
  const input = readHookInput(bytes);
  if (!input.ok) return refuse(io, input.failure);
  const given = { settings: settings.value, input: input.value, io };
  const early = new Promise<HookAnswer>((resolve) => {
    io.onStop(() => resolve(blocked(input.value, "The hook was stopped before the Guardian answered.")));
    const late = () => resolve(blocked(input.value, "The Guardian did not answer in time."));
    setTimeout(late, settings.value.waitMs + WORK_MS).unref();
  });
  const judged = judge(given);
  const answer = await Promise.race([judged.then((one) => one.answer), early]);
  return reply(io, answer);
}

async function check(settings: HookSettings, io: CommandIo): Promise<number> {
  const fault = await checkHook(settings);
  if (fault !== null) return refuse(io, fault);
  say(io, `the Guardian at ${settings.url} takes the word of ${settings.agentId}`);
  return 0;
}

interface Given {
  readonly settings: HookSettings;
  readonly input: HookInput;
  readonly io: CommandIo;
}

async function judge({ settings, input, io }: Given): Promise<JudgedHook> {
  const { url, agentId, keyId, secret, waitMs, stateDir } = settings;
  const onProblem = (problem: HooksProblem) => say(io, `${problem.kind}: ${problem.count}`);
  const judged = await judgeHook(
    {
      guardian: {
        url,
        agentId,
        keyId,
        secret,
        resolverTimeoutMs: waitMs,
        lateAnswerMs: 0,
        resultAttempts: 3,
        onProblem,
        onUnavailable: ({ message }) => say(io, `no usable answer of the Guardian at ${url}: ${message}`),
      },
      store: stateFiles(stateDir, { crypto: nobleCrypto, secret }),
      now: Date.now,
    },
    input,
  );
  const elapsed = new Promise<void>((resolve) => setTimeout(resolve, RECORDS_MS).unref());
  await Promise.race([judged.flush(), elapsed]);
  return judged;
}

function reply(io: CommandIo, { exitCode, output, message }: HookAnswer): number {
  if (output !== null) io.stdout.write(`${JSON.stringify(output)}\n`);
  if (message !== "") say(io, message);
  return exitCode;
}

function refuse(io: CommandIo, why: string): number {
  say(io, why);
  return BLOCK;
}

const say = (io: CommandIo, line: string): void => {
  io.stderr.write(`guardian-hook: ${line}\n`);
};

async function readAll(stream: Readable): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_INPUT_BYTES) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
