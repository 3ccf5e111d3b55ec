/** `npm run demo:full`: one session that uses all of ACS, signed with ML-DSA-65, from the AgBOM to the verified evidence. */
import { parseArgs } from "node:util";
import { routes } from "../console/routes";
import { runAgent } from "./demo/agent-process";
import { approveAloud } from "./demo/approver";
import { type Entered, enter, refuse, showSession } from "./demo/entrance";
import type { DemoEvent } from "./demo/events";
import { proveSession } from "./demo/full/proof";
import {
  ALGORITHM,
  banServer,
  ensureFullAgent,
  type FullCredentials,
  fullCredentialsFile,
  publishForAWhile,
} from "./demo/full/setup";
import { createNarrator } from "./demo/narrator";
import { countApprovers, ensureApprover, sessionKeyOf } from "./demo/setup";

const USAGE = `npm run demo:full                  a person decides, in the console
npm run demo:full -- --approve     a demo-only service account decides, through the public API
npm run demo:full -- --json        one JSON line per event`;

interface Stage extends Entered {
  readonly flags: { readonly approve: boolean; readonly json: boolean };
  readonly say: (line: string) => void;
}

async function main(): Promise<number> {
  const flags = readFlags();
  if (flags === null) {
    console.error(USAGE);
    return 2;
  }
  const say = flags.json ? () => undefined : (line: string) => console.log(line);
  return enter((entered) => prepare({ ...entered, flags, say }));
}

async function prepare(stage: Stage): Promise<number> {
  const { access, flags } = stage;
  if (!flags.approve && (await countApprovers(access)) === 0) {
    const remedy = "Open the set-up link that npm start printed, or let a service account decide: --approve";
    return refuse("Nobody can approve yet: there is no account with the approver role.", remedy);
  }
  const credentials = await ensureFullAgent(access);
  if (!credentials.ok) return refuse("The demo's agent could not be registered.", credentials.failure);
  const token = flags.approve ? (await ensureApprover(access)).token : null;
  const published = await publishForAWhile(access);
  if (!published.ok) return refuse("The demo's policies were not published.", published.failure);
  const restoreOnce = once(published.value);
  const interrupt = () => void restoreOnce().then(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
  try {
    introduce(stage, credentials.value);
    return await play(stage, token);
  } finally {
    await restoreOnce();
    stage.say("  The policies that were in force before are in force again.\n");
  }
}

/** Interrupted while it ends, the demo still restores only once. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

async function play(stage: Stage, token: string | null): Promise<number> {
  const faults: string[] = [];
  const opened: string[] = [];
  const code = await runAgent({
    program: "demo-full-agent.ts",
    guardianUrl: stage.runtime.guardianUrl,
    credentialsFile: fullCredentialsFile(),
    onEvent: onEvent(stage, { token, faults, opened }),
  });
  const [sessionId] = opened;
  if (sessionId !== undefined) faults.push(...(await prove(stage, sessionId)));
  return conclude(stage, { code, faults });
}

interface Heard {
  readonly token: string | null;
  readonly faults: string[];
  /** Session ids, the main one first. */
  readonly opened: string[];
}

function onEvent(stage: Stage, { token, faults, opened }: Heard) {
  const { runtime, flags, say } = stage;
  const narrate = createNarrator({
    consoleUrl: runtime.consoleUrl,
    colour: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
    waitingHint: token === null ? "Waiting for a person …" : "Waiting for the demo's service account …",
  });
  return (event: DemoEvent, tell: (line: string) => void): void => {
    if (flags.json) console.log(JSON.stringify(event));
    for (const line of narrate(event)) say(line);
    if (event.event === "story") faults.push(...event.faults);
    if (event.event === "opened") opened.push(event.session_id);
    if (event.event === "opened" && !flags.json) void showSession(stage, event.session_id, say);
    if (event.event === "cue") void ban(stage, faults).then(() => tell("banned"));
    if (event.event === "waiting" && event.approval_id !== null && token !== null) {
      void approveAloud({ consoleUrl: runtime.consoleUrl, token, extendsIntent: true }, event.approval_id, say);
    }
  };
}

async function ban({ access, runtime, say }: Stage, faults: string[]): Promise<void> {
  const made = await banServer(access);
  if (made.ok) say(`     Banned for a day: ${runtime.consoleUrl}${routes.ban(made.value)}`);
  else faults.push(`The server could not be banned: ${made.failure}`);
}

/** What is wrong with the evidence, in words. */
async function prove(stage: Stage, sessionId: string): Promise<readonly string[]> {
  const { access, runtime, say } = stage;
  const proof = await proveSession(stage, sessionId);
  if (!proof.ok) return [proof.failure];
  const { report, files } = proof.value;
  const signatures = report.counts?.validSignatures ?? 0;
  const key = (await sessionKeyOf(access, sessionId)) ?? "";
  const page = (tab: Parameters<typeof routes.session>[1]) => `${runtime.consoleUrl}${routes.session(key, tab)}`;
  say("");
  say(
    `  Evidence: ${report.entries} entries, ${report.receipts} receipts, ${signatures} signatures: ${report.verdict}`,
  );
  say(`  Look at it: ${page("timeline")}`);
  for (const tab of ["agbom", "provenance", "chain", "evidence"] as const) say(`              ${page(tab)}`);
  say(`  Check it yourself: npm run verify -- ${files.pack}`);
  say(`                     --key ${files.guardianKeys} --agent-key ${files.agentKeys}`);
  return report.verdict === "verified"
    ? []
    : [...report.findings.map(({ message }) => message), ...report.doubts, `The evidence is ${report.verdict}.`];
}

function introduce({ runtime, say }: Stage, { agentId, keyId }: FullCredentials): void {
  say("");
  say(`  agent     ${agentId}, key ${keyId} (${ALGORITHM}), a process of its own`);
  say(`  guardian  ${runtime.guardianUrl}`);
  say(`  console   ${runtime.consoleUrl}${routes.approvals()}`);
  say("  policies  the default ones and those of this demo, until it ends");
}

function conclude({ say }: Stage, { code, faults }: { code: number; faults: readonly string[] }): number {
  const held = code === 0 && faults.length === 0;
  const why = faults.length > 0 ? faults : [`The agent ended with exit code ${code}.`];
  say("");
  say(held ? "  The story held: every step was decided as it must be." : "  The story did not hold:");
  for (const fault of held ? [] : why) say(`  - ${fault}`);
  return held ? 0 : 1;
}

function readFlags(): Stage["flags"] | null {
  try {
    const { values } = parseArgs({ options: { approve: { type: "boolean" }, json: { type: "boolean" } } });
    return { approve: values.approve === true, json: values.json === true };
  } catch {
    return null;
  }
}

process.exitCode = await main();
