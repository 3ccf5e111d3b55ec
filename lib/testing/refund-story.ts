/**
 * The refund story, told to any framework: a refund over the cap that a person approves, then the same call for ten times
 * as much under the old approval. What must come out is the same on every host, row for row.
 */
import { randomUUID } from "node:crypto";
import type { AgentHooks } from "../agent-hooks/hook-session";
import type { InterceptionRecord } from "../agent-hooks/types";
import type { JsonObject } from "../core/json/value";
import type { AdapterDriver, DriverRun, ScriptedReply, ScriptedTool } from "./adapter-driver";
import type { StoryRow, StoryWords } from "./refund-rows";

export const ACCOUNT = "acct_2041";

/** Guards, people and records of one host, whoever they are. */
export interface Governance {
  readonly hooks: AgentHooks;
  readonly words: StoryWords;
  /** The tool that a record is about, which the record itself does not say. */
  toolOf(record: InterceptionRecord): string | null;
  /** Members for a session that presents the approval given in another one. */
  claiming(sessionId: string): Promise<{ readonly [namespace: string]: JsonObject }>;
  /** The identity that is stored with the approval given in a session. */
  storedIdentity(sessionId: string): Promise<string | null>;
  close(): Promise<void>;
}

export interface Told {
  readonly rows: readonly StoryRow[];
  /** Arguments of the refunds that really ran. */
  readonly refunds: readonly JsonObject[];
  readonly run: DriverRun;
  readonly sessionId: string;
}

export interface RefundStory {
  readonly rows: readonly StoryRow[];
  readonly refunds: readonly JsonObject[];
  /** What the customer got. */
  readonly answer: string | null;
  /** What ended the second session. */
  readonly stopped: unknown;
  readonly identities: {
    /** On the record of the refund that ran. */
    readonly approved: string | null;
    /** With the approval. */
    readonly stored: string | null;
    /** On the record of the refund that claimed it. */
    readonly replayed: string | null;
  };
  /** Shown apart. */
  readonly malformed: Told;
  readonly secondUse: Told;
}

export async function tellRefundStory(driver: AdapterDriver, governance: Governance): Promise<RefundStory> {
  const refund = refundReply(governance.words);
  const tell = (scene: Scene) => tellScene({ driver, governance }, scene);
  const replies = [LOOKUP, refund(840), { text: `Refunded $840 for ${ACCOUNT}.` }];
  const first = await tell({ label: "A", prompt: "Please refund order 1042.", replies });
  const extensions = await governance.claiming(first.sessionId);
  const replay = await tell({ label: "B", prompt: "Refund it again.", replies: [refund(8400)], extensions });
  const secondUse = await tell({ label: "C", prompt: "Once more.", replies: [refund(840)], extensions });
  const malformed = await tell({ label: "D", prompt: "In other money.", replies: [refund(840, "GOLD")] });
  return {
    rows: [...first.rows, ...replay.rows],
    refunds: [...first.refunds, ...replay.refunds],
    answer: first.run.output,
    stopped: replay.run.thrown,
    identities: {
      approved: identityAt(first, REFUND_SEQUENCE),
      stored: await governance.storedIdentity(first.sessionId),
      replayed: identityAt(replay, REPLAY_SEQUENCE),
    },
    malformed,
    secondUse,
  };
}

/** Where the refunds stand in their sessions. */
const REFUND_SEQUENCE = 8;
const REPLAY_SEQUENCE = 4;

const identityAt = ({ run }: Told, sequence: number): string | null =>
  run.session.records.find((record) => record.sequence === sequence)?.input_identity ?? null;

const call = (id: string, name: string, args: JsonObject): ScriptedReply => ({ calls: [{ id, name, args }] });

export const refundReply =
  ({ refundTool }: StoryWords) =>
  (amount: number, currency = "USD"): ScriptedReply =>
    call(`call-refund-${amount}`, refundTool, { account: ACCOUNT, amount, currency });

const LOOKUP = call("call-lookup", "lookup_account", { order: "1042" });

interface Scene {
  readonly label: string;
  readonly prompt: string;
  readonly replies: readonly ScriptedReply[];
  readonly extensions?: { readonly [namespace: string]: JsonObject };
}

interface Host {
  readonly driver: AdapterDriver;
  readonly governance: Governance;
}

async function tellScene({ driver, governance }: Host, { label, ...scene }: Scene): Promise<Told> {
  const refunds: JsonObject[] = [];
  const sessionId = randomUUID();
  const run = await driver.run({
    hooks: governance.hooks,
    sessionId,
    tools: toolsOf(governance.words, refunds),
    ...scene,
  });
  const rows = run.session.records.map((record) => rowOf(label, record, governance.toolOf(record)));
  return { rows, refunds, run, sessionId };
}

export function rowOf(session: string, record: InterceptionRecord, tool: string | null): StoryRow {
  const { decision, reason } = record.verdict;
  return {
    session,
    sequence: record.sequence,
    point: record.interception_point,
    tool,
    decision: String(decision),
    reason: typeof reason === "string" ? reason : null,
    resolvedBy: record.resolved_by ?? null,
  };
}

const properties = (types: { readonly [name: string]: string }): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }])),
  required: Object.keys(types),
  additionalProperties: false,
});

/** The agent's tools; refunds that run are noted. */
export function toolsOf({ refundTool }: StoryWords, refunds: JsonObject[]): readonly ScriptedTool[] {
  return [
    {
      name: "lookup_account",
      description: "Finds the account of an order.",
      parameters: properties({ order: "string" }),
      execute: () => ({ account: ACCOUNT, owner: "M. Ruiz" }),
    },
    {
      name: refundTool,
      description: "Pays money back.",
      parameters: properties({ account: "string", amount: "number", currency: "string" }),
      execute: (args) => {
        // without the prototypes that frameworks give
        refunds.push(JSON.parse(JSON.stringify(args)));
        return { status: "refunded", amount: args.amount ?? null };
      },
    },
  ];
}
