/** Tells the demo's events to a person at a terminal: what was tried, what the Guardian said, where to look. */
import { routes } from "../../console/routes";
import type { DemoEvent } from "./events";

export interface NarratorOptions {
  readonly consoleUrl: string;
  readonly colour: boolean;
  /** What happens while the agent waits. */
  readonly waitingHint: string;
}

/** Event to lines. Chapters are numbered, so one narrator tells one story. */
export type Narrator = (event: DemoEvent) => readonly string[];

type Tellers = { readonly [K in DemoEvent["event"]]?: (event: DemoEvent & { event: K }) => readonly string[] };

const COLOURS: Readonly<Record<string, number>> = { allow: 32, modify: 33, ask: 33, defer: 33, deny: 31 };

const METHODS: Readonly<Record<string, string>> = {
  "steps/sessionStart": "session started",
  "steps/userMessage": "message",
  "steps/toolCallRequest": "tool call",
  "steps/toolCallResult": "result",
  "steps/agentResponse": "answer",
  "steps/sessionEnd": "session ended",
};

export function createNarrator(options: NarratorOptions): Narrator {
  const page = createPage(options.colour);
  const tellers: Tellers = { ...actTellers(page), ...answerTellers(page, options) };
  return <K extends DemoEvent["event"]>(event: DemoEvent & { event: K }) => {
    const teller = tellers[event.event as K];
    return teller === undefined ? [] : teller(event);
  };
}

interface Page {
  paint(code: number, text: string): string;
  heading(text: string): string[];
  readonly dim: (text: string) => string;
}

function createPage(colour: boolean): Page {
  let chapter = 0;
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    paint,
    dim: (text) => paint(2, text),
    heading: (text) => {
      chapter += 1;
      return ["", `  ${paint(1, `${chapter}. ${text}`)}`];
    },
  };
}

const inner = (text: string): string => `     ${text}`;

/** What the agent does. */
function actTellers({ heading }: Page): Tellers {
  return {
    opened: ({ posture }) => [
      ...heading("The agent opens a session"),
      inner(
        `failure posture ${posture}: ${posture === "deny" ? "without a decision nothing runs" : "runs without a decision"}`,
      ),
    ],
    chapter: ({ title }) => heading(title),
    tries: ({ what }) => [inner(what)],
    took: ({ as_meant }) => (as_meant ? [] : [inner("not as the story says")]),
    says: ({ who, text }) => [
      ...heading(who === "customer" ? "The customer writes" : "The agent answers"),
      inner(`“${text}”`),
    ],
    calls: (event) => [
      ...heading(`The agent wants ${event.tool}${event.approval_id === undefined ? "" : ", under the same approval"}`),
      inner(argumentsText(event.arguments)),
      ...(event.approval_id === undefined ? [] : [inner(`naming approval ${event.approval_id}`)]),
    ],
    runs: (event) => [inner(`ran     ${event.tool}: ${argumentsText(event.arguments)}`)],
    ends: () => heading("The agent ends the session"),
    ended: ({ told }) => (told ? [] : [inner("The Guardian could not be told.")]),
  };
}

/** What came back. */
function answerTellers({ paint, dim }: Page, { consoleUrl, waitingHint }: NarratorOptions): Tellers {
  const approvalLink = (id: string) => `${consoleUrl}${routes.approval(id)}`;
  return {
    acknowledged: (event) => {
      const mark = paint(COLOURS[event.decision] ?? 0, event.decision.padEnd(7));
      const what = [METHODS[event.method] ?? nameOf(event.method), ...event.reason_codes].join("  ");
      return [inner(`${mark} ${what}  ${dim(`entry ${event.chain_hash.slice(0, 12)}…`)}`)];
    },
    waiting: ({ question, approval_id }) => [
      ...(question === null ? [] : [inner(question)]),
      ...(approval_id === null ? [] : [inner(`${paint(1, "Decide here:")} ${approvalLink(approval_id)}`)]),
      inner(dim(waitingHint)),
    ],
    approval: ({ state }) => (state === "pending" ? [] : [inner(`The approval is ${state}.`)]),
    denied: (event) => [
      inner(`${paint(31, "stopped")} ${event.message}`),
      ...(event.approval_id !== undefined && event.reason_codes.includes("approval_digest_mismatch")
        ? [inner(`Approved and presented, side by side: ${approvalLink(event.approval_id)}`)]
        : []),
    ],
    no_decision: ({ cause, detail }) => [inner(dim(`no answer (${cause}, ${detail})`))],
    unattended: () => [inner(dim("nobody can be asked yet; the agent tries again in 3 seconds"))],
    recovered: () => [inner(dim("the lost answer was fetched and verified"))],
    refused: ({ message }) => [inner(`${paint(31, "refused")} ${message}`)],
  };
}

/** `steps/preCompact` is preCompact; the other families keep their names. */
const nameOf = (method: string): string => method.replace(/^steps\//, "").replace(/^protocols\//, "");

function argumentsText(args: Record<string, unknown>): string {
  return Object.entries(args)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
