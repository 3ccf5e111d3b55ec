/** Two Guardian processes on one database, sessions hopping between them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../core/json/value";
import { judge } from "./crashes/judge";
import { Ledger } from "./crashes/ledger";
import { type GuardianProcess, post, startGuardian } from "./guardian-process";
import { type ScriptedSession, scriptedSession, toolCall, toolResult, userMessage } from "./scripted-agent";
import { type Answer, approvalOf, decide, readAnswer, type TestPerson, type World, world } from "./world";

let here: World;
let guardians: GuardianProcess[] = [];
let approver: TestPerson;
let dataDir = "";

beforeAll(async () => {
  here = await world();
  approver = await here.person();
  dataDir = mkdtempSync(path.join(tmpdir(), "two-guardians-"));
  const place = { databaseUrl: here.container.url, dataDir, master: here.master };
  guardians = await Promise.all([startGuardian(place), startGuardian(place)]);
});

afterAll(async () => {
  await Promise.all(guardians.map((guardian) => guardian.stop()));
  await here.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function say(which: number, session: ScriptedSession, message: JsonObject): Promise<Answer> {
  const answer = await post(guardians[which]?.acsUrl ?? "", message);
  if (!answer) throw new Error("no answer");
  expect(session.verifies(answer.value)).toBe(true);
  return readAnswer(answer.bytes);
}

/** Opens a session; every message goes to the other process than the one before. */
async function hoppingSession() {
  const session = scriptedSession(await here.agent());
  const ledger = new Ledger();
  let next = 0;
  const hop = async (method: string, payload: unknown, metadata: Record<string, unknown> = {}) => {
    const requestId = crypto.randomUUID();
    const answer = await say(next++ % 2, session, session.message(method, payload, { requestId, metadata }));
    const chainHash = answer.result.chain_hash;
    if (typeof chainHash === "string" && answer.decision) {
      const { sessionId } = session;
      ledger.acknowledge({ sessionId, requestId, method, decision: answer.decision, chainHash, approvalId: null });
    }
    return { ...answer, requestId };
  };
  await say(next++ % 2, session, session.hello());
  expect((await hop("steps/sessionStart", {})).decision).toBe("allow");
  return { session, ledger, hop };
}

const REFUND = toolCall("refund_payment", { customer: "cust_1042", amount: 840 });

describe("two Guardian processes on one database", () => {
  it("keep one unbroken chain for a session that hops between them", async () => {
    const { hop, ledger } = await hoppingSession();
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await hop("steps/userMessage", userMessage(`message ${turn}`))).decision).toBe("allow");
    }
    expect(ledger.acknowledged).toHaveLength(21);
    expect((await judge(here.container.pool, ledger)).faults).toEqual([]);
  });

  it("keep one chain each for sessions whose steps arrive at both at the same moment", async () => {
    const hopping = await Promise.all(Array.from({ length: 6 }, hoppingSession));
    const answers = await Promise.all(
      hopping.flatMap(({ hop }) =>
        Array.from({ length: 8 }, (_, i) => hop("steps/userMessage", userMessage(`at once ${i}`))),
      ),
    );
    expect(answers.map((answer) => answer.decision)).toEqual(answers.map(() => "allow"));
    for (const { ledger } of hopping) expect((await judge(here.container.pool, ledger)).faults).toEqual([]);
  });

  it("refuse on either side a message that the other one took", async () => {
    const { session } = await hoppingSession();
    for (const first of [0, 1]) {
      const message = session.message("steps/userMessage", userMessage("once"));
      expect((await say(first, session, message)).decision).toBe("allow");
      expect((await say(1 - first, session, message)).reason).toBe("replay_detected");
      expect((await say(first, session, message)).reason).toBe("replay_detected");
    }
  });

  it("release an approval on one side that was asked for on the other, and only once", async () => {
    const { hop, session, ledger } = await hoppingSession();
    const asked = await hop("steps/toolCallRequest", REFUND);
    expect(asked.decision).toBe("ask");
    const { approval_id } = approvalOf(asked);
    const decided = await decide(here.deps, approver, approval_id);
    expect(decided.ok).toBe(true);
    const again = Array.from({ length: 10 }, () => session.message("steps/toolCallRequest", REFUND));
    const answers = await Promise.all(again.map((message, i) => say(i % 2, session, message)));
    expect(answers.filter((answer) => answer.decision === "allow")).toHaveLength(1);
    expect(answers.filter((answer) => answer.codes.includes("approval_consumed"))).toHaveLength(9);
    const released = answers.findIndex((answer) => answer.decision === "allow");
    const params = again[released]?.params as JsonObject;
    const result = toolResult("refund_payment", String(params.request_id), { refund: "rf_1" });
    expect((await hop("steps/toolCallResult", result)).decision).toBe("allow");
    expect((await judge(here.container.pool, ledger)).faults).toEqual([]);
  });

  it("wake an agent that waits at one of them when the decision is made elsewhere", async () => {
    const { hop, session } = await hoppingSession();
    const { approval_id } = approvalOf(await hop("steps/toolCallRequest", REFUND));
    const waiting = say(1, session, session.message("guardian/approval", { approval_id, wait_ms: 8000 }));
    await decide(here.deps, approver, approval_id, { verdict: "deny", reason: "not this one" });
    expect((await waiting).result.state).toBe("rejected");
  });

  it("go on alone when the other one is killed", async () => {
    const { hop, session, ledger } = await hoppingSession();
    const [victim] = guardians;
    victim?.process.kill("SIGKILL");
    for (let turn = 0; turn < 5; turn += 1) {
      const message = session.message("steps/userMessage", userMessage(`after the crash ${turn}`));
      expect((await say(1, session, message)).decision).toBe("allow");
    }
    expect((await judge(here.container.pool, ledger)).faults).toEqual([]);
    const place = { databaseUrl: here.container.url, dataDir, master: here.master };
    guardians = [await startGuardian(place), ...guardians.slice(1)];
    expect((await hop("steps/userMessage", userMessage("both again"))).decision).toBe("allow");
    expect((await hop("steps/userMessage", userMessage("both again"))).decision).toBe("allow");
  });
});
