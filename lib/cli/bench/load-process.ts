/** The load: signs everything first, then drives the connections, each with one request under way at a time. */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../core/json/value";
import { nodeCrypto } from "../../server/crypto-node";
import { type ScriptedSession, scriptedSession, toolCall, toolResult } from "../../testing/scripted-agent";
import { type HttpConnection, openConnection, postBytes } from "./http-connection";
import type { LoadPlan, LoadReport } from "./protocol";

process.once("message", (plan: LoadPlan) => {
  run(plan).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exit(1);
    },
  );
});

async function run(plan: LoadPlan): Promise<LoadReport> {
  const secret = new Uint8Array(Buffer.from(plan.agent.secret, "base64"));
  const sessions = Array.from({ length: plan.sessions }, () =>
    scriptedSession({ ...plan.agent, secret, crypto: nodeCrypto }),
  );
  const signed = sessions.map((session) => signSteps(session, plan));
  if (plan.isGuardian) await openSessions(sessions, plan.port);
  const lanes = await Promise.all(
    Array.from({ length: plan.connections }, async (_, lane): Promise<Lane> => {
      const own = signed.filter((_messages, index) => index % plan.connections === lane);
      return { connection: await openConnection(plan.port), messages: interleave(own) };
    }),
  );
  return drive(lanes, plan);
}

/** Look-ups and their results in turn: what an agent sends most, each allowed by policy, each in the chain. */
function signSteps(session: ScriptedSession, { port, messagesPerSession }: LoadPlan): Buffer[] {
  const messages: Buffer[] = [];
  for (let index = 0; messages.length < messagesPerSession; index += 1) {
    const requestId = randomUUID();
    const call = toolCall("lookup_account", { customer: `cust_${index}`, fields: ["name", "orders", "balance"] });
    const result = toolResult("lookup_account", requestId, { customer: `cust_${index}`, name: "Mara Lindqvist" });
    for (const message of [
      session.message("steps/toolCallRequest", call, { requestId }),
      session.message("steps/toolCallResult", result),
    ]) {
      messages.push(postBytes(port, JSON.stringify(message)));
    }
  }
  return messages;
}

/** One after the other, on a connection of their own: a cold server is not what is measured. */
async function openSessions(sessions: readonly ScriptedSession[], port: number): Promise<void> {
  const connection = await openConnection(port);
  for (const session of sessions) await openSession(connection, session, port);
  connection.close();
}

const OPEN_ATTEMPTS = 10;

async function openSession(connection: HttpConnection, session: ScriptedSession, port: number): Promise<void> {
  const ask = async (message: JsonObject): Promise<string> =>
    (await connection.request(postBytes(port, JSON.stringify(message)))).toString("utf8");
  let last = "";
  for (let attempt = 0; attempt < OPEN_ATTEMPTS; attempt += 1) {
    last = await ask(session.hello());
    if (last.includes('"negotiated_version"')) last = await ask(session.message("steps/sessionStart", {}));
    if (last.includes('"decision":"allow"')) return;
    await new Promise((resume) => setTimeout(resume, 500));
  }
  throw new Error(`a session was not opened: ${last.split("\r\n\r\n").at(-1)}`);
}

/** One message of each session in turn, so that a session has at most one step under way. */
function interleave(sessions: readonly Buffer[][]): Buffer[] {
  const longest = Math.max(...sessions.map((messages) => messages.length));
  return Array.from({ length: longest }, (_, index) => sessions.flatMap((messages) => messages[index] ?? [])).flat();
}

interface Lane {
  readonly connection: HttpConnection;
  readonly messages: readonly Buffer[];
}

async function drive(lanes: readonly Lane[], plan: LoadPlan): Promise<LoadReport> {
  const start = performance.now() + plan.warmUpMs;
  const end = start + plan.measureMs;
  const state = { latencies: [] as number[], failures: 0, stop: end, ranOut: false };
  const lane = async ({ connection, messages }: Lane): Promise<void> => {
    for (let index = 0; ; index += 1) {
      const message = messages[plan.isGuardian ? index : index % messages.length];
      const before = performance.now();
      if (message === undefined && !state.ranOut) Object.assign(state, { ranOut: true, stop: before });
      if (message === undefined || before >= state.stop) return;
      const answer = await connection.request(message);
      const after = performance.now();
      if (after < start || after > state.stop) continue;
      state.latencies.push(after - before);
      if (plan.isGuardian && !answer.includes('"decision":"allow"')) state.failures += 1;
    }
  };
  await Promise.all(lanes.map(lane));
  for (const { connection } of lanes) connection.close();
  const seconds = (state.stop - start) / 1000;
  return { latencies: state.latencies, seconds, failures: state.failures, ranOut: state.ranOut };
}
