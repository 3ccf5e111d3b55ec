/**
 * Whether a step costs more in a long session, or in a full store: whole decisions, one after the other, in this process.
 * The steps that nobody waits for are rows that SQL writes; they are as large as the real ones.
 */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { isJsonObject } from "../../core/json/value";
import type { Guardian } from "../../guardian/handle";
import { createContainer } from "../../server/container";
import { nodeCrypto } from "../../server/crypto-node";
import { prepareDatabase } from "../../server/first-start";
import { createPool } from "../../storage/pool";
import { messageBytes, type ScriptedIdentity, type ScriptedSession, toolCall } from "../../testing/scripted-agent";
import { openSession, readAnswer } from "../../testing/world";
import { openAdminAccess } from "../admin-access";
import { registerAgent } from "../agent-registration";
import { fillStore, lengthenSession } from "./growth-rows";
import { percentile } from "./measure";

export interface Growth {
  readonly what: string;
  /** ms */
  readonly p50: number;
  readonly p99: number;
}

export interface GrowthSizes {
  /** Steps of the long session. */
  readonly steps: number;
  /** Entries of other sessions in the full store. */
  readonly entries: number;
  /** Decisions that are timed for each row. */
  readonly timed: number;
}

export const FULL_SIZES: GrowthSizes = { steps: 100_000, entries: 1_000_000, timed: 200 };

interface Ground {
  readonly guardian: Guardian;
  readonly pool: pg.Pool;
  readonly agent: ScriptedIdentity;
  readonly sizes: GrowthSizes;
}

/** On an empty database of its own. */
export async function growthCosts(
  url: string,
  master: Buffer,
  { sizes, progress }: { readonly sizes: GrowthSizes; readonly progress: (line: string) => void },
): Promise<readonly Growth[]> {
  await prepareDatabase(url, master);
  const agent = await benchAgent(url, master);
  const container = await createContainer({ url, master, consoleUrl: "http://localhost", log: () => undefined });
  // many rows take longer than any statement of a Guardian may
  const pool = createPool(url, { max: 1, statementTimeoutMs: 240_000 });
  const ground = { guardian: container.guardian, pool, agent, sizes };
  try {
    await firstSteps({ ...ground, sizes: { ...sizes, timed: 30 } });
    const first = await firstSteps(ground);
    const empty = await row("a step, the store empty but for these", () => stepsOfOne(ground));
    progress(`growth: a session of ${count(sizes.steps)} steps …`);
    const long = await longSession(ground);
    progress(`growth: ${count(sizes.entries)} entries of other sessions …`);
    await fillStore(pool, { entries: sizes.entries, ...(await templateOf(ground)) });
    const full = await row(`a step, ${count(sizes.entries)} entries stored`, () => stepsOfOne(ground));
    return [first, long, empty, full];
  } finally {
    await pool.end();
    await container.close();
  }
}

const count = (number: number): string => number.toLocaleString("en-US");

async function benchAgent(url: string, master: Buffer): Promise<ScriptedIdentity> {
  const access = await openAdminAccess(url, master);
  try {
    const made = await registerAgent(access, { agentId: "growth" });
    if (!made.ok) throw new Error(made.failure.message);
    const { agentId, keyId, secret } = made.value;
    return { agentId, keyId, secret: new Uint8Array(Buffer.from(secret, "base64")), crypto: nodeCrypto };
  } finally {
    await access.close();
  }
}

async function row(what: string, measure: () => Promise<readonly number[]>): Promise<Growth> {
  const sorted = Float64Array.from(await measure()).sort();
  return { what, p50: percentile(sorted, 50), p99: percentile(sorted, 99) };
}

/** The first tool call of each of as many sessions. */
const firstSteps = ({ guardian, agent, sizes }: Ground): Promise<Growth> =>
  row("a session's first tool call", async () => {
    const spans: number[] = [];
    for (let index = 0; index < sizes.timed; index += 1) {
      spans.push(await timedCall(guardian, await openSession(guardian, agent), index));
    }
    return spans;
  });

async function stepsOfOne({ guardian, agent, sizes }: Ground): Promise<readonly number[]> {
  return timedCalls(guardian, await openSession(guardian, agent), sizes.timed);
}

async function longSession(ground: Ground): Promise<Growth> {
  const { guardian, agent, pool, sizes } = ground;
  const session = await openSession(guardian, agent);
  await timedCalls(guardian, session, 3);
  await lengthenSession(pool, session.sessionId, sizes.steps - sizes.timed);
  // the Guardian learns here that the chain went on without it
  await timedCalls(guardian, session, 3);
  return row(`its ${count(sizes.steps)}th, and those before it`, () => timedCalls(guardian, session, sizes.timed));
}

async function timedCalls(guardian: Guardian, session: ScriptedSession, times: number): Promise<readonly number[]> {
  const spans: number[] = [];
  for (let index = 0; index < times; index += 1) spans.push(await timedCall(guardian, session, index));
  return spans;
}

/** ms; signing is the agent's cost. */
async function timedCall(guardian: Guardian, session: ScriptedSession, index: number): Promise<number> {
  const provenance = { provenance_id: randomUUID(), origin: "user_input" };
  const call = toolCall("lookup_account", {});
  const payload = { ...call, arguments: { customer: { value: `cust_${index}`, provenance } } };
  const bytes = messageBytes(session.message("steps/toolCallRequest", payload));
  const began = performance.now();
  const answer = await guardian.handle(bytes);
  const span = performance.now() - began;
  const said = readAnswer(answer);
  if (said.decision !== "allow") throw new Error(`the Guardian answered ${said.text.slice(0, 200)}`);
  return span;
}

/** A real session, whose rows the others are copies of. */
async function templateOf({ guardian, agent, pool }: Ground): Promise<{ readonly sessionKey: string }> {
  const session = await openSession(guardian, agent);
  await timedCalls(guardian, session, 2);
  const found = await pool.query("SELECT key FROM session WHERE session_id = $1", [session.sessionId]);
  const [first] = found.rows;
  if (!isJsonObject(first) || typeof first.key !== "string") throw new Error("the session is not stored");
  return { sessionKey: first.key };
}
