/** `npm run demo`: a scripted support agent asks for a refund that a person must approve, then tries it again for more. */
import { parseArgs } from "node:util";
import { routes } from "../console/routes";
import { runAgent } from "./demo/agent-process";
import { approveAloud } from "./demo/approver";
import { type Entered, enter, refuse, showSession } from "./demo/entrance";
import type { DemoCredentials, DemoEvent } from "./demo/events";
import { createNarrator } from "./demo/narrator";
import { countApprovers, credentialsFile, ensureAgent, ensureApprover } from "./demo/setup";

const USAGE = `npm run demo                       a person decides, in the console
npm run demo -- --approve          a demo-only service account decides, through the public API
npm run demo -- --loop N --json    N rounds, one JSON line per event`;

interface Flags {
  readonly approve: boolean;
  readonly json: boolean;
  readonly rounds: number;
}

/** What one run of the demo works with. */
interface Stage extends Entered {
  readonly flags: Flags;
  readonly say: (line: string) => void;
}

async function main(): Promise<number> {
  const flags = readFlags();
  if (flags === null) {
    console.error(USAGE);
    return 2;
  }
  const say = flags.json ? () => undefined : (line: string) => console.log(line);
  return enter((entered) => play({ ...entered, flags, say }));
}

async function play(stage: Stage): Promise<number> {
  const { access, flags, runtime } = stage;
  const credentials = await ensureAgent(access);
  if (typeof credentials === "string") return refuse("The demo's agent could not be registered.", credentials);
  const token = flags.approve ? (await ensureApprover(access)).token : null;
  introduce(stage, credentials);
  if (!flags.approve && (await countApprovers(access)) === 0) warnUnattended(stage);
  const faults: string[] = [];
  const code = await runAgent({
    program: "demo-agent.ts",
    guardianUrl: runtime.guardianUrl,
    credentialsFile: credentialsFile(),
    rounds: flags.rounds,
    onEvent: onEvent(stage, { token, faults }),
  });
  return conclude(stage, { code, faults });
}

function onEvent(stage: Stage, { token, faults }: { token: string | null; faults: string[] }) {
  const { runtime, flags, say } = stage;
  const narrate = createNarrator({
    consoleUrl: runtime.consoleUrl,
    colour: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
    waitingHint: token === null ? "Waiting for a person …" : "Waiting for the demo's service account …",
  });
  return (event: DemoEvent): void => {
    if (flags.json) console.log(JSON.stringify(event));
    for (const line of narrate(event)) say(line);
    if (event.event === "story") faults.push(...event.faults);
    if (event.event === "opened" && !flags.json) void showSession(stage, event.session_id, say);
    if (event.event === "waiting" && event.approval_id !== null && token !== null) {
      void approveAloud({ consoleUrl: runtime.consoleUrl, token }, event.approval_id, say);
    }
  };
}

function introduce({ runtime, say }: Stage, credentials: DemoCredentials): void {
  say("");
  say(`  agent     ${credentials.agentId}, key ${credentials.keyId}, a process of its own`);
  say(`  guardian  ${runtime.guardianUrl}`);
  say(`  console   ${runtime.consoleUrl}${routes.approvals()}`);
}

function warnUnattended({ say }: Stage): void {
  say("");
  say("  Nobody can approve yet: there is no account with the approver role. The agent will wait for one.");
  say("  Open the set-up link that npm start printed, or let a service account decide: npm run demo -- --approve");
}

function conclude({ say }: Stage, { code, faults }: { code: number; faults: readonly string[] }): number {
  const held = code === 0 && faults.length === 0;
  const why = faults.length > 0 ? faults : [`The agent ended with exit code ${code}.`];
  say("");
  say(
    held
      ? "  The story held: asked, approved and refunded once; the replay for 8,400 was denied."
      : "  The story did not hold:",
  );
  for (const fault of held ? [] : why) say(`  - ${fault}`);
  say("");
  return held ? 0 : 1;
}

function readFlags(): Flags | null {
  try {
    const { values } = parseArgs({
      options: { approve: { type: "boolean" }, json: { type: "boolean" }, loop: { type: "string" } },
    });
    const rounds = values.loop === undefined ? 1 : Number(values.loop);
    if (!Number.isInteger(rounds) || rounds < 1) return null;
    return { approve: values.approve === true, json: values.json === true, rounds };
  } catch {
    return null;
  }
}

process.exitCode = await main();
