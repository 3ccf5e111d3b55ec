/** kill -9 at random moments under load: nothing acknowledged is lost, nothing forks, nothing is used twice, all starts again. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AdminAccess, openAdminAccess } from "../../cli/admin-access";
import { registerAgent } from "../../cli/agent-registration";
import { ensureApprover } from "../../cli/demo/setup";
import { createPool } from "../../storage/pool";
import { freePort, type Product, type ProductPlace, startProduct } from "../product";
import { judge } from "./judge";
import { Ledger } from "./ledger";
import { type Load, steadyAgent, storyAgent } from "./load";
import { killHard, type Victim } from "./victims";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 6);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const VICTIMS: readonly Victim[] = ["guardian", "database", "everything"];

let place: ProductPlace;
let product: Product;

/** mulberry32: the same seed kills at the same moments after the start of each round. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const databaseUrl = (): string =>
  JSON.parse(readFileSync(path.join(place.dataDir, "runtime.json"), "utf8")).databaseUrl as string;

async function withAccess<T>(work: (access: AdminAccess) => Promise<T>): Promise<T> {
  process.env.DATA_DIR = place.dataDir;
  const access = await openAdminAccess(databaseUrl());
  try {
    return await work(access);
  } finally {
    await access.close();
  }
}

async function credentialsFor(agentId: string): Promise<Load["credentials"]> {
  const made = await withAccess((access) => registerAgent(access, { agentId }));
  if (!made.ok) throw new Error(made.failure.message);
  return made.value;
}

/** Resolves when agents are answered again after a crash. */
async function untilAnswered(ledger: Ledger, more: number): Promise<void> {
  const from = ledger.acknowledged.length;
  for (let waited = 0; waited < 1800; waited += 1) {
    if (ledger.acknowledged.length >= from + more) return;
    await sleep(100);
  }
  throw new Error(`no agent was answered within 180 s. The product printed:\n${product.log().slice(-4000)}`);
}

/** A victim that is only just being restarted is waited for. */
async function killSomething(victim: Victim): Promise<number> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const hit = killHard(victim, product, place.dataDir);
    if (hit > 0) return hit;
    await sleep(100);
  }
  throw new Error(`there is no ${victim} to kill. The product printed:\n${product.log().slice(-4000)}`);
}

beforeAll(async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "guardian-crashes-"));
  place = { dataDir, consolePort: await freePort(), guardianPort: await freePort() };
  product = await startProduct(place);
}, 120_000);

afterAll(async () => {
  await product.stop();
  rmSync(place.dataDir, { recursive: true, force: true });
}, 60_000);

it(`survives ${ROUNDS} crashes under load (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const stop = new AbortController();
  const ledger = new Ledger();
  const { token } = await withAccess(ensureApprover);
  const { acsUrl, consoleUrl } = product;
  const shared = { acsUrl, consoleUrl, token, ledger, signal: stop.signal };
  const running = await Promise.all(
    [storyAgent, storyAgent, steadyAgent, steadyAgent].map(async (agent, i) => {
      const credentials = await credentialsFor(`crash-agent-${i}`);
      return { done: agent({ ...shared, credentials }) };
    }),
  );
  await untilAnswered(ledger, 8);
  for (let round = 0; round < ROUNDS; round += 1) {
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? "everything";
    await sleep(200 + random() * 1300);
    const hit = await killSomething(victim);
    if (victim === "everything") {
      await sleep(100);
      product = await startProduct(place);
    }
    await untilAnswered(ledger, 4);
    console.log(`${round + 1}/${ROUNDS} ${victim}: ${hit} killed, ${ledger.acknowledged.length} steps acknowledged`);
  }
  stop.abort();
  // An agent may be waiting for a person for as long as the approval lasts.
  await Promise.race([Promise.all(running.map(({ done }) => done)), sleep(10_000)]);

  const pool = createPool(databaseUrl(), { max: 2 });
  const judgement = await judge(pool, ledger).finally(() => pool.end());
  console.log(JSON.stringify({ ...judgement, faults: judgement.faults.length, notes: ledger.notes }));
  expect(judgement.faults).toEqual([]);
  expect(judgement.approvalsConsumed).toBeGreaterThan(0);
  expect(judgement.entries).toBeGreaterThanOrEqual(ledger.acknowledged.length);
}, 3_600_000);
