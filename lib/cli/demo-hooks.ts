/** `npm run demo:hooks`: one refund story on every framework that is installed, row by row side by side. */
import path from "node:path";
import { parseArgs } from "node:util";
import { ADAPTER_DRIVERS } from "../testing/frameworks/adapter-drivers";
import { guardianWords } from "../testing/guardian-governance";
import { claudeAgentDriver } from "../testing/live/claude-agent-sdk-driver";
import { installedSdk } from "../testing/live/installed-sdk";
import { onCallGovernance } from "../testing/on-call-governance";
import { ON_CALL_WORDS, type StoryWords } from "../testing/refund-rows";
import { enter } from "./demo/entrance";
import { apartLines } from "./demo-hooks/apart-text";
import { runningGuardian } from "./demo-hooks/running-guardian";
import { storyFaults } from "./demo-hooks/story-faults";
import { effectLines, hostLines, rowLines } from "./demo-hooks/story-text";
import { type TellOptions, type Told, tellHosts } from "./demo-hooks/tell-hosts";

const USAGE = `npm run demo:hooks                     every framework that is installed
npm run demo:hooks -- --host NAME      one of them; may be repeated: ${Object.keys(ADAPTER_DRIVERS).join(", ")}
  --claude-agent-sdk FOLDER   also the Claude Agent SDK that is installed there (it is no package of this project)
  --guardian   under the Guardian that npm start runs: its bundle asks, a person decides in the console
  --approve    with --guardian: a demo-only service account decides
  --json       one JSON object in place of the tables
  --verbose    also what the frameworks print themselves`;

interface Flags {
  readonly frameworks: readonly string[];
  readonly claudeAgentSdk: string | null;
  readonly guardian: boolean;
  readonly approve: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
}

async function main(): Promise<number> {
  const flags = readFlags();
  if (!flags) {
    console.error(USAGE);
    return 2;
  }
  if (!flags.guardian) return play(flags, { make: async (framework) => onCallGovernance(framework), ...ON_CALL });
  return enter(async (entered) => {
    const make = await runningGuardian(entered, { approve: flags.approve, say: sayer(flags) });
    return play(flags, { make, ...(flags.approve ? BY_SERVICE : BY_PERSON) });
  });
}

interface Governed {
  readonly make: TellOptions["governance"];
  readonly words: StoryWords;
  readonly who: string;
}

const ON_CALL = { words: ON_CALL_WORDS, who: "local guards; a scripted person on call" };
const BY_PERSON = { words: guardianWords("human"), who: "the running Guardian; people in its console" };
const BY_SERVICE = { words: guardianWords("service"), who: "the running Guardian; its demo-only service account" };

const sayer = ({ json }: Flags) => (json ? () => undefined : (line: string) => void process.stdout.write(`${line}\n`));

async function play(flags: Flags, { make, words, who }: Governed): Promise<number> {
  const say = sayer(flags);
  say(`\n  One support agent, scripted; ${who}. Told to every host:\n`);
  const told = await tellHosts({ ...flags, ...(await withClaudeAgentSdk(flags)), governance: make });
  const faults = told.hosts.flatMap((host) => storyFaults(host, words));
  if (flags.json) process.stdout.write(`${JSON.stringify(plain(told, faults), null, 2)}\n`);
  for (const line of [...pageOf(told, words), "", ...conclusion(told, faults), ""]) say(line);
  return faults.length === 0 && told.hosts.length > 0 ? 0 : 1;
}

/** One host more, where it is installed. Rejects saying how to install it. */
async function withClaudeAgentSdk({ frameworks, claudeAgentSdk }: Flags): Promise<Partial<TellOptions>> {
  if (claudeAgentSdk === null) return {};
  const driver = claudeAgentDriver(await installedSdk(claudeAgentSdk));
  // its native guard is a process of its own
  process.env.CLAUDE_AGENT_SDK = claudeAgentSdk;
  return {
    frameworks: [...frameworks, driver.framework],
    drivers: { [driver.framework]: async () => driver },
  };
}

function pageOf(told: Told, words: StoryWords): readonly string[] {
  const page = { colour: process.stdout.isTTY === true && process.env.NO_COLOR === undefined };
  const [first] = told.hosts;
  const bold = (text: string) => (page.colour ? `\u001b[1m${text}\u001b[0m` : text);
  return [
    ...hostLines(told, page),
    "",
    ...rowLines(told.hosts, words, page),
    "",
    ...(first ? effectLines(first, words, page) : []),
    ...apartLines(told.hosts, bold),
  ];
}

function conclusion({ hosts }: Told, faults: readonly string[]): readonly string[] {
  if (faults.length > 0) return ["  The story did not hold:", ...faults.map((fault) => `  - ${fault}`)];
  if (hosts.length === 0) return ["  There was nobody to tell the story to."];
  return [
    `  The story held: the same 20 rows on ${hosts.length} ${hosts.length === 1 ? "host" : "hosts"}, one refund on each.`,
  ];
}

const plain = ({ hosts, absent }: Told, faults: readonly string[]) => ({
  hosts: hosts.map(({ framework, version, story, native }) => ({
    framework,
    version,
    rows: story.rows,
    refunds: story.refunds,
    answer: story.answer,
    identities: story.identities,
    malformed: { rows: story.malformed.rows, refunds: story.malformed.refunds },
    second_use: { rows: story.secondUse.rows, refunds: story.secondUse.refunds },
    native,
  })),
  absent,
  faults,
});

function readFlags(): Flags | null {
  try {
    const { values } = parseArgs({
      options: {
        host: { type: "string", multiple: true },
        "claude-agent-sdk": { type: "string" },
        guardian: { type: "boolean" },
        approve: { type: "boolean" },
        json: { type: "boolean" },
        verbose: { type: "boolean" },
      },
    });
    const frameworks = values.host ?? Object.keys(ADAPTER_DRIVERS);
    const isKnown = frameworks.every((name) => Object.hasOwn(ADAPTER_DRIVERS, name));
    const folder = values["claude-agent-sdk"];
    const claudeAgentSdk = folder === undefined ? null : path.resolve(process.env.INIT_CWD ?? ".", folder);
    const { guardian = false, approve = false, json = false, verbose = false } = values;
    return isKnown && (guardian || !approve) ? { frameworks, claudeAgentSdk, guardian, approve, json, verbose } : null;
  } catch {
    return null;
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
});
