import { afterAll, beforeAll, expect, it } from "vitest";
import { RECORDS, RESOLVE, RULES } from "../../core/wire/agent-hooks";
import { type HookedOptions, hookedAgent } from "../../testing/hooked-agent";
import { type HostWorld, hostWorld, lossyProxy } from "../../testing/host-world";
import { defaultAnd, rule } from "../../testing/probes";
import { decide } from "../../testing/world";

let h: HostWorld;
beforeAll(async () => {
  h = await hostWorld();
});
afterAll(() => h.close());

/** An agent behind a line that loses the first `times` answers to the messages that hold `mark`. */
async function behind(mark: string, times: number, options: Partial<HookedOptions> = {}) {
  let left = times;
  const proxy = await lossyProxy(h, (body) => {
    if (!body.includes(mark) || left === 0) return false;
    left -= 1;
    return true;
  });
  const hooked = hookedAgent({ url: proxy.url, ...(await h.w.agent()), ...options });
  return { hooked, close: proxy.close };
}

const rowsOf = async (sessionId: string) => {
  const { key } = await h.w.container.prisma.session.findFirstOrThrow({ where: { sessionId } });
  return h.w.container.prisma.approval.findMany({ where: { sessionKey: key } });
};

async function decideWhenPending(sessionId: string): Promise<void> {
  const pending = async () => (await rowsOf(sessionId)).find((row) => row.state === "pending") ?? null;
  await expect.poll(pending, { timeout: 10_000 }).not.toBeNull();
  await decide(h.w.deps, h.person, (await pending())?.id ?? "");
}

it("carries out a release whose answer got lost, once", async () => {
  const { hooked, close } = await behind('"method":"steps/toolCallRequest"', 1);
  const { session, refund, paid, record } = await hooked.open();
  await refund(20);
  expect(paid).toHaveLength(1);
  expect(record("pre_tool_call")?.verdict.decision).toBe("allow");
  expect(hooked.events.map(({ kind }) => kind)).toContain("answer_recovered");
  await session.shutdown("completed");
  close();
});

it("does not carry out what an earlier call was allowed, once policy denies it", async () => {
  let line: "whole" | "loses answers" | "keeps the next call back" = "whole";
  const isCall = (body: string) => body.includes('"method":"steps/toolCallRequest"');
  const keepsBack = (body: string) => {
    if (line === "loses answers") return body.includes('"method":"guardian/approval"');
    const isNext = line === "keeps the next call back" && isCall(body);
    if (isNext) line = "whole";
    return isNext;
  };
  const proxy = await lossyProxy(h, (body) => line === "loses answers" && isCall(body), keepsBack);
  const hooked = hookedAgent({ url: proxy.url, ...(await h.w.agent()) });
  const { session, refund, paid } = await hooked.open();
  line = "loses answers";
  await expect(refund(20)).rejects.toMatchObject({ verdict: { reason: "host_error:interceptor_failed" } });
  await h.w.publish(
    defaultAnd("no refunds", rule("no-refunds", { reason: "no refunds today", code: "refunds_stopped" })),
  );
  line = "keeps the next call back";
  await expect(refund(20)).rejects.toMatchObject({ verdict: { reason: "refunds_stopped" } });
  expect(paid).toEqual([]);
  await h.w.publish(defaultAnd("as before"));
  await session.shutdown("completed");
  proxy.close();
});

it("finds an approved release again whose answer to the resolver got lost", async () => {
  let isDecided = false;
  const proxy = await lossyProxy(h, (body) => {
    // the first answer after the decision is the release
    const isLost = isDecided && body.includes(`"${RESOLVE}"`);
    if (isLost) isDecided = false;
    return isLost;
  });
  const hooked = hookedAgent({ url: proxy.url, ...(await h.w.agent()) });
  const { session, refund, paid, record } = await hooked.open();
  const running = refund(840);
  const pending = async () => (await rowsOf(session.id)).find((row) => row.state === "pending") ?? null;
  await expect.poll(pending, { timeout: 10_000 }).not.toBeNull();
  isDecided = true;
  await decide(h.w.deps, h.person, (await pending())?.id ?? "");
  await running;
  expect(paid).toHaveLength(1);
  expect(record("pre_tool_call")).toMatchObject({ verdict: { decision: "allow" }, resolved_by: "approval" });
  const [row] = await rowsOf(session.id);
  expect(row).toMatchObject({ state: "consumed", contextIdentity: record("pre_tool_call")?.input_identity });
  expect(row?.resultAt).not.toBeNull();
  await session.shutdown("completed");
  proxy.close();
});

it.each(["handshake/hello", RULES])("starts although the answer to %s got lost", async (method) => {
  const { hooked, close } = await behind(`"method":"${method}"`, 1);
  const { session } = await hooked.open();
  expect(session.records.map((record) => record.verdict.decision)).toEqual(["allow"]);
  await session.shutdown("completed");
  close();
});

it("delivers a result again whose answer got lost, and closes the step", async () => {
  const { hooked, close } = await behind('"method":"steps/toolCallResult"', 1);
  const { session, refund } = await hooked.open();
  const running = refund(840);
  await decideWhenPending(session.id);
  await running;
  await session.shutdown("completed");
  expect((await rowsOf(session.id))[0]?.resultAt).not.toBeNull();
  const results = (await h.chainOf(session.id)).filter((entry) => entry.stepType === "steps/toolCallResult");
  expect(results).toHaveLength(1);
  close();
});

it("sends records again whose receipt got lost, and they count once", async () => {
  const { hooked, close } = await behind(`"${RECORDS}"`, 2);
  const { session } = await hooked.open();
  await session.shutdown("completed");
  await hooked.close();
  expect(hooked.problems).toEqual([]);
  const { key } = await h.w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session.id } });
  expect(await h.w.container.prisma.hostRecord.count({ where: { sessionKey: key } })).toBe(2);
  close();
});

it("says which records the Guardian does not have", async () => {
  const { hooked, close } = await behind(`"${RECORDS}"`, Number.POSITIVE_INFINITY);
  const { session } = await hooked.open();
  await session.shutdown("completed");
  await hooked.close();
  expect(hooked.problems).toMatchObject([{ kind: "records_undelivered", count: 2, sessionId: session.id }]);
  close();
});

it("tells the Guardian at the end of a call that it released and that another guard stopped", async () => {
  const hooked = hookedAgent({
    url: `${h.listener.url}/acs`,
    ...(await h.w.agent()),
    composition: { profile: "sequential/run_all" },
    interceptors: [
      {
        at: ["pre_tool_call"],
        intercept: () => ({ decision: "deny", reason: "local_rule" }),
      },
    ],
  });
  const { session, refund, paid } = await hooked.open();
  await expect(refund(20)).rejects.toMatchObject({ verdict: { reason: "local_rule" } });
  await session.shutdown("completed");
  expect(paid).toEqual([]);
  const chain = await h.chainOf(session.id);
  expect(chain.map((entry) => entry.stepType)).toEqual([
    "steps/sessionStart",
    "agbom/snapshot",
    "steps/toolCallRequest",
    "steps/toolCallResult",
    "steps/sessionEnd",
  ]);
});
