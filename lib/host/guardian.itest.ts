import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromPlainObject } from "../core/json/build";
import { DEFAULT_BUNDLE } from "../core/policy/default-bundle";
import { type Listener, listen } from "../server/listener";
import { decide, type TestPerson, type World, world } from "../testing/world";
import { createGuardianClient } from "./client";
import { orThrow } from "./failures";
import type { GuardianClientOptions } from "./options";
import type { HostRecord } from "./records";

let w: World;
let listener: Listener;
let person: TestPerson;

beforeAll(async () => {
  w = await world();
  person = await w.person();
  listener = await listen({
    guardian: w.guardian,
    host: "127.0.0.1",
    port: 0,
    maxBytes: w.deps.limits.maxBytes,
    publishedKeys: () => ({ keys: [] }),
  });
});
afterAll(async () => {
  await listener.close();
  await w.close();
});

async function connect(options: Partial<GuardianClientOptions> = {}, agentOptions = {}) {
  const agent = await w.agent(agentOptions);
  const records: HostRecord[] = [];
  const client = createGuardianClient({
    url: `${listener.url}/acs`,
    ...agent,
    onRecord: (record) => records.push(record),
    ...options,
  });
  const session = orThrow(await client.open({ platform: "test", userContext: { user_id: "customer-1" } }));
  return { session, records };
}

const refund = (amount: number) => ({
  tool: "refund_payment",
  arguments: { customer: "cust_1042", amount, currency: "EUR" },
});

/** A tool that remembers what it was run with. */
function tool() {
  const runs: unknown[] = [];
  return { runs, execute: (released: unknown) => runs.push(released) && { status: "paid" } };
}

const approveWhenAsked =
  (options: Parameters<typeof decide>[3] = {}) =>
  ({ approvalId }: { approvalId: string | null }) =>
    void decide(w.deps, person, approvalId ?? "", options);

async function chainOf(sessionId: string) {
  const session = await w.container.prisma.session.findFirstOrThrow({ where: { sessionId } });
  return w.container.prisma.entry.findMany({ where: { sessionKey: session.key }, orderBy: { seq: "asc" } });
}

describe("a session with a real Guardian", () => {
  it("goes from hello to sessionEnd, with every step in the chain and the client at its head", async () => {
    const { session } = await connect();
    orThrow(await session.userMessage("hello"));
    const looked = orThrow(
      await session.toolCall({ tool: "lookup_account", arguments: { customer: "c" } }, tool().execute),
    );
    expect(looked.output).toEqual(fromPlainObject({ status: "paid" }));
    expect(looked.resultDelivered).toBe(true);
    orThrow(await session.agentResponse("done"));
    expect(await session.end()).toBe(true);
    const chain = await chainOf(session.sessionId);
    expect(chain.map((entry) => entry.stepType)).toEqual([
      "steps/sessionStart",
      "steps/userMessage",
      "steps/toolCallRequest",
      "steps/toolCallResult",
      "steps/agentResponse",
      "steps/sessionEnd",
    ]);
    expect(session.chainHash).toBe(chain.at(-1)?.entryHash);
  });

  it("keeps its hint valid over steps that run side by side", async () => {
    const { session, records } = await connect();
    const calls = Array.from({ length: 12 }, (_, i) =>
      session.toolCall({ tool: "lookup_account", arguments: { customer: `c${i}` } }, tool().execute),
    );
    expect((await Promise.all(calls)).every((outcome) => outcome.ok)).toBe(true);
    orThrow(await session.userMessage("and on"));
    const decided = records.filter((record) => record.kind === "decided");
    expect(decided.flatMap((record) => record.reasonCodes)).not.toContain("chain_mismatch");
  });

  it("does not open with a key that the Guardian does not know", async () => {
    const client = createGuardianClient({
      url: `${listener.url}/acs`,
      agentId: "agent-x",
      keyId: "k-unknown",
      secret: new Uint8Array(32),
    });
    expect(await client.open()).toMatchObject({ ok: false, failure: { reason: "error_answer", code: -32004 } });
  });

  it("is denied a destructive command", async () => {
    const { session } = await connect();
    const shell = tool();
    const call = { tool: "bash", arguments: { command: "rm -rf /srv" }, rawCommand: "rm -rf /srv" };
    const outcome = await session.toolCall(call, shell.execute);
    expect(outcome).toMatchObject({
      failure: { kind: "denied", reasonCodes: expect.arrayContaining(["destructive_shell_command_blocked"]) },
    });
    expect(shell.runs).toEqual([]);
  });
});

describe("an action that a person must approve", () => {
  it("waits, runs once after the approval, and is reported", async () => {
    const { session } = await connect();
    const paid = tool();
    const outcome = orThrow(await session.toolCall({ ...refund(840), onWaiting: approveWhenAsked() }, paid.execute));
    expect(outcome).toMatchObject({ decision: "allow", resultDelivered: true });
    expect(paid.runs).toHaveLength(1);
    const row = await w.container.prisma.approval.findUniqueOrThrow({ where: { id: outcome.approvalId ?? "" } });
    expect(row).toMatchObject({ state: "consumed", consumedRequestId: outcome.requestId });
  });

  it("runs with the approver's edits and nothing else", async () => {
    const { session } = await connect();
    const paid = tool();
    const onWaiting = approveWhenAsked({ edits: { amount: 600 } });
    const outcome = orThrow(await session.toolCall({ ...refund(840), onWaiting }, paid.execute));
    expect(outcome.decision).toBe("modify");
    expect(paid.runs).toEqual([fromPlainObject({ customer: "cust_1042", amount: 600, currency: "EUR" })]);
  });

  it("does not run after a denial, and says what the approver gave as reason", async () => {
    const { session } = await connect();
    const paid = tool();
    const onWaiting = approveWhenAsked({ verdict: "deny", reason: "Already refunded by phone." });
    const outcome = await session.toolCall({ ...refund(840), onWaiting }, paid.execute);
    expect(outcome).toMatchObject({ failure: { kind: "denied", reasonCodes: ["approval_rejected"] } });
    expect(outcome.ok ? "" : outcome.failure.message).toContain("Already refunded by phone.");
    expect(paid.runs).toEqual([]);
  });

  it("is told apart from a timeout, which nobody decided", async () => {
    await w.publish({ ...DEFAULT_BUNDLE, settings: { ...DEFAULT_BUNDLE.settings, ask_timeout_s: 2 } });
    const { session } = await connect();
    const paid = tool();
    const outcome = await session.toolCall(refund(840), paid.execute);
    await w.publish(DEFAULT_BUNDLE);
    expect(outcome).toMatchObject({ failure: { kind: "undecided", reasonCodes: ["approval_expired"] } });
    expect(paid.runs).toEqual([]);
  });

  it("does not cover other content: the replay for 8,400 is denied", async () => {
    const { session } = await connect();
    const paid = tool();
    const first = orThrow(await session.toolCall({ ...refund(840), onWaiting: approveWhenAsked() }, paid.execute));
    const replay = { ...refund(8400), metadata: { approval_id: first.approvalId } };
    const outcome = await session.toolCall(replay, paid.execute);
    expect(outcome).toMatchObject({
      failure: { kind: "denied", reasonCodes: expect.arrayContaining(["approval_digest_mismatch"]) },
    });
    expect(paid.runs).toHaveLength(1);
  });

  it("runs in a held step, for an agent that cannot ask", async () => {
    const { session } = await connect({}, { canAsk: false, timeoutMs: 8_000 });
    const paid = tool();
    const call = session.toolCall(refund(840), paid.execute);
    const pending = () => w.container.prisma.approval.findFirst({ where: { state: "pending" } });
    await expect.poll(pending, { timeout: 5_000 }).not.toBeNull();
    const approval = await pending();
    await decide(w.deps, person, approval?.id ?? "");
    expect(orThrow(await call).decision).toBe("allow");
    expect(paid.runs).toHaveLength(1);
  });
});

describe("answers lost on the way", () => {
  /** Forwards to the Guardian, and drops the answers that `drops` picks after the Guardian has given them. */
  async function lossyProxy(drops: (body: string) => boolean): Promise<{ url: string; server: Server }> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", async () => {
        const body = Buffer.concat(chunks);
        const answer = await w.guardian.handle(body);
        if (drops(body.toString("utf8"))) request.socket.destroy();
        else response.end(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/acs`, server };
  }

  it("recovers the one release of an approval and runs it once", async () => {
    let lost = 0;
    const proxy = await lossyProxy((body) => {
      const isRelease = body.includes('"approval_id"') && body.includes('"method":"steps/toolCallRequest"');
      if (isRelease) lost += 1;
      return isRelease;
    });
    const { session, records } = await connect({ url: proxy.url });
    const paid = tool();
    const outcome = orThrow(await session.toolCall({ ...refund(840), onWaiting: approveWhenAsked() }, paid.execute));
    proxy.server.closeAllConnections();
    proxy.server.close();
    expect(lost).toBe(1);
    expect(paid.runs).toHaveLength(1);
    expect(records.some((record) => record.kind === "answer_recovered")).toBe(true);
    const row = await w.container.prisma.approval.findUniqueOrThrow({ where: { id: outcome.approvalId ?? "" } });
    expect(row.consumedRequestId).toBe(outcome.requestId);
  });

  it("leaves no released step open, whatever became of the answers", async () => {
    const proxy = await lossyProxy((body) => body.includes('"method":"steps/toolCallRequest"'));
    const { session } = await connect({ url: proxy.url });
    const call = { tool: "lookup_account", arguments: { customer: "c" } };
    const looked = tool();
    await session.toolCall(call, looked.execute);
    await session.end();
    proxy.server.closeAllConnections();
    proxy.server.close();
    expect(looked.runs).toHaveLength(1);
    const chain = await chainOf(session.sessionId);
    const released = chain.filter((entry) => entry.released).map((entry) => entry.stepId);
    expect(chain.flatMap((entry) => entry.resultOf ?? []).sort()).toEqual(released.sort());
  });

  it("closes a step once although the answer to its result was lost", async () => {
    let lost = 0;
    const proxy = await lossyProxy((body) => body.includes('"method":"steps/toolCallResult"') && ++lost === 1);
    const { session } = await connect({ url: proxy.url });
    const call = { tool: "lookup_account", arguments: { customer: "c" } };
    expect(orThrow(await session.toolCall(call, tool().execute)).resultDelivered).toBe(true);
    proxy.server.closeAllConnections();
    proxy.server.close();
    const results = (await chainOf(session.sessionId)).filter((entry) => entry.stepType === "steps/toolCallResult");
    expect(results).toHaveLength(1);
  });
});
