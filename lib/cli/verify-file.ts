/** Checks one evidence pack file with trusted key files and words the outcome for a terminal. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { nobleCrypto } from "../core/crypto-noble";
import { type KeyFile, readKeyFile, readSecrets } from "../core/evidence/keys";
import { readPack } from "../core/evidence/pack";
import type { EvidenceFinding, EvidenceReport } from "../core/evidence/report";
import { type EvidenceTrust, verifyPack } from "../core/evidence/verify";
import { err, ok, type Result } from "../core/result";

const USAGE =
  "usage: npm run verify -- FILE --key PUB.json [--key PUB2.json] [--agent-key PUB.json] [--secret SECRETS.json]";

type Failure = { readonly message: string };

interface Arguments {
  readonly file: string;
  /** Files of the Guardian's public keys. */
  readonly keys: readonly string[];
  readonly agentKeys: readonly string[];
  readonly secrets: readonly string[];
}

function readArguments(argv: readonly string[]): Result<Arguments, Failure> {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        key: { type: "string", multiple: true },
        "agent-key": { type: "string", multiple: true },
        secret: { type: "string", multiple: true },
      },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return err({ message: USAGE });
    const { key = [], "agent-key": agentKeys = [], secret = [] } = values;
    return ok({ file, keys: key, agentKeys, secrets: secret });
  } catch {
    return err({ message: USAGE });
  }
}

/** File contents as strict UTF-8 text. */
function readFile(path: string): Result<string, Failure> {
  try {
    return ok(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path)));
  } catch {
    return err({ message: `${path} cannot be read as UTF-8 text` });
  }
}

function readEach<T>(
  paths: readonly string[],
  read: (text: string) => Result<Iterable<T>, Failure>,
): Result<readonly T[], Failure> {
  const all: T[] = [];
  for (const path of paths) {
    const text = readFile(path);
    if (!text.ok) return text;
    const items = read(text.value);
    if (!items.ok) return err({ message: `${path}: ${items.failure.message}` });
    all.push(...items.value);
  }
  return ok(all);
}

function verifyFile({ file, keys, agentKeys, secrets }: Arguments): Result<EvidenceReport, Failure> {
  if (keys.length === 0) return err({ message: `a trusted key is missing; ${USAGE}` });
  const guardian = readKeys(keys);
  if (!guardian.ok) return guardian;
  const agent = readKeys(agentKeys);
  if (!agent.ok) return agent;
  const known = readEach<[string, Uint8Array]>(secrets, readSecrets);
  if (!known.ok) return known;
  const text = readFile(file);
  if (!text.ok) return text;
  const pack = readPack(text.value);
  if (!pack.ok) return err({ message: `${file}: ${pack.failure.message}` });
  const trust: EvidenceTrust = {
    guardianKeys: guardian.value.trusted,
    secrets: new Map(known.value),
    messageKeys: { agentKeys: agent.value.messages, guardianKeys: guardian.value.messages },
  };
  return ok(verifyPack(nobleCrypto, pack.value, trust));
}

function readKeys(paths: readonly string[]): Result<KeyFile, Failure> {
  const files = readEach<KeyFile>(paths, (text) => {
    const file = readKeyFile(text);
    return file.ok ? ok([file.value]) : file;
  });
  if (!files.ok) return files;
  return ok({
    trusted: files.value.flatMap((file) => file.trusted),
    messages: new Map(files.value.flatMap((file) => [...file.messages])),
  });
}

const place = ({ seq }: EvidenceFinding): string => (seq === null ? "pack" : `entry ${seq}`);

function linesOf(report: EvidenceReport): readonly string[] {
  const { verdict, first, findings, doubts, notes } = report;
  const headlines = {
    verified: `VERIFIED  session ${report.sessionId}: ${report.entries} entries, ${report.receipts} receipts,${recordWords(report)} head signed by ${report.signedBy}`,
    tampered:
      first === null ? "TAMPERED" : `TAMPERED  first fault at ${place(first)}: ${first.kind} (${first.message})`,
    undecided: `CANNOT DECIDE  ${doubts.join(" ")}`,
  };
  return [
    headlines[verdict],
    ...findings.map((finding) => `  fault  ${place(finding)}: ${finding.kind}: ${finding.message}`),
    ...(verdict === "undecided" ? [] : doubts.map((doubt) => `  doubt  ${doubt}`)),
    ...notes.map((note) => `  note   ${note}`),
  ];
}

const recordWords = ({ records }: EvidenceReport): string => (records === 0 ? "" : ` ${records} host records,`);

const EXIT = { verified: 0, tampered: 1, undecided: 2 } as const;

export interface Outcome {
  /** 0 verified, 1 tampered, 2 cannot decide */
  readonly exitCode: 0 | 1 | 2;
  readonly lines: readonly string[];
}

/** Runs the command on these arguments; reads files, writes nothing. */
export function runVerify(argv: readonly string[]): Outcome {
  const parsed = readArguments(argv);
  const report = parsed.ok ? verifyFile(parsed.value) : parsed;
  if (!report.ok) return { exitCode: 2, lines: [`CANNOT DECIDE  ${report.failure.message}`] };
  return { exitCode: EXIT[report.value.verdict], lines: linesOf(report.value) };
}
