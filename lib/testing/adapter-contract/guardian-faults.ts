/** A Guardian that is away, slow, or not the one it should be: no framework runs a tool on its word. */
import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { InterceptionBlocked } from "../../agent-hooks/hook-session";
import type { InterceptionRecord } from "../../agent-hooks/types";
import { RECORDS, RULES } from "../../core/wire/agent-hooks";
import { type GovernedOptions, governed } from "../../host/frameworks/governed";
import type { AdapterDriver } from "../adapter-driver";
import { type FaultServer, type Peer, type Received, type Reply, type Script, startFaultServer } from "../fault-server";
import { type RanUnder, reasonAt, runUnder, SECRET } from "./scenario";

type Fault = (received: Received, peer: Peer) => Reply;

const OTHER = "99999999-9999-4999-8999-999999999999";
const ALLOW = { decision: "allow" };
const FAILED = "host_error:interceptor_failed";

const FAULTS: readonly (readonly [what: string, fault: Fault, reason: string])[] = [
  ["drops the connection", () => ({ kind: "reset" }), FAILED],
  ["answers garbage", () => ({ kind: "text", text: "<html>allow</html>" }), FAILED],
  ["answers unsigned", (one, peer) => peer.result(one, ALLOW, { unsigned: true }), FAILED],
  ["answers under another key", (one, peer) => peer.result(one, ALLOW, { key: randomBytes(32) }), FAILED],
  ["answers another request", (one, peer) => peer.result(one, ALLOW, { requestId: OTHER }), FAILED],
  ["answers another message", (one, peer) => peer.result(one, ALLOW, { id: OTHER }), FAILED],
  ["answers another word", (one, peer) => peer.result(one, { decision: "sure" }), FAILED],
  ["answers no word", (one, peer) => peer.result(one, {}), FAILED],
  ["refuses the message", (one, peer) => peer.error(one, -32000, "session_refused"), FAILED],
  ["fails with a status", (one, peer) => ({ ...peer.result(one, ALLOW), status: 500 }), FAILED],
  ["never answers", () => ({ kind: "silence" }), FAILED],
];

const SLOW: readonly [string, Fault, string] = [
  "answers after the contract's time",
  (one, peer) => ({ ...peer.result(one, ALLOW), delayMs: 3_000 }),
  "host_error:interceptor_timeout",
];

interface Governing extends RanUnder {
  readonly records: readonly InterceptionRecord[];
}

let server: FaultServer | null = null;

async function run(driver: AdapterDriver, script: Script, options: Partial<GovernedOptions> = {}): Promise<Governing> {
  const secret = new Uint8Array(randomBytes(32));
  server = await startFaultServer(secret, (received, peer) => script(received, peer) ?? extension(received, peer));
  const records: InterceptionRecord[] = [];
  const hooks = governed(
    {
      url: server.url,
      agentId: "payer",
      keyId: "k1",
      secret,
      timeoutMs: 400,
      lateAnswerMs: 0,
      resultAttempts: 1,
      // what the Guardian of these tests negotiates, too: the contract knows no proceeding without an answer
      posture: "proceed",
      onInterception: (record) => records.push(record),
      ...options,
    },
    driver.framework,
  );
  return { ...(await runUnder(driver, hooks)), records };
}

/** The extension of a Guardian without rules; ACS steps are left to the usual allow. */
function extension(received: Received, peer: Peer): Reply | undefined {
  const members = { extension: "agent-hooks/1" };
  if (received.method === RULES) return peer.result(received, { ...members, bundle_digest: "sha256:00", rules: [] });
  if (received.method === RECORDS) return peer.result(received, { ...members, accepted: 1, refused: [] });
  return undefined;
}

const at =
  (method: string, fault: Fault): Script =>
  (received, peer) =>
    received.method === method ? fault(received, peer) : undefined;

/** Registers the tests; they open loopback sockets. */
export function guardianFaultContract(driver: AdapterDriver): void {
  describe(`${driver.framework} under a Guardian`, () => {
    afterEach(async () => {
      await server?.close();
      server = null;
    });

    it("runs what it allows", async () => {
      const ran = await run(driver, () => undefined);
      expect(ran.thrown).toBeNull();
      expect(ran.paid).toHaveLength(1);
      expect(server?.received.every((one) => one.signed)).toBe(true);
    });

    it.each(FAULTS)("runs no tool when it %s", async (_, fault, reason) => {
      const ran = await run(driver, at("steps/toolCallRequest", fault));
      expect(ran.paid).toEqual([]);
      expect(reasonAt(ran, "pre_tool_call")).toBe(reason);
      expect(ran.thrown).toBeNull();
      expect(ran.records.at(-1)?.interception_point).toBe("agent_shutdown");
    });

    it(`runs no tool when it ${SLOW[0]}`, async () => {
      const options = { timeoutMs: 60_000, interceptorTimeoutMs: 500 };
      const ran = await run(driver, at("steps/toolCallRequest", SLOW[1]), options);
      expect(ran.paid).toEqual([]);
      expect(reasonAt(ran, "pre_tool_call")).toBe(SLOW[2]);
    });

    it.each(FAULTS)("keeps a result from the model when it %s", async (_, fault, reason) => {
      const ran = await run(driver, at("steps/toolCallResult", fault));
      expect(ran.paid).toHaveLength(1);
      expect(reasonAt(ran, "post_tool_call")).toBe(reason);
      expect(ran.modelRequests.join()).not.toContain(SECRET);
    });

    it.each(["handshake/hello", RULES, "steps/sessionStart"])(
      "does not start without an answer to %s",
      async (method) => {
        const ran = await run(
          driver,
          at(method, () => ({ kind: "reset" })),
        );
        expect(ran.thrown).toBeInstanceOf(InterceptionBlocked);
        expect(ran.thrown).toMatchObject({ point: "agent_startup", verdict: { reason: FAILED } });
        expect(ran.modelRequests).toEqual([]);
        expect(ran.paid).toEqual([]);
      },
    );

    it("does not start when nobody listens", async () => {
      const ran = await run(driver, () => undefined, { url: "http://127.0.0.1:9/acs" });
      expect(ran.thrown).toMatchObject({ point: "agent_startup", verdict: { reason: FAILED } });
      expect(ran.modelRequests).toEqual([]);
    });
  });
}
