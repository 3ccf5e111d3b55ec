import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostWorld, hostWorld, lossyProxy, payingTool, refund } from "../testing/host-world";
import { orThrow } from "./failures";

let h: HostWorld;
beforeAll(async () => {
  h = await hostWorld();
});
afterAll(() => h.close());

describe("answers lost on the way", () => {
  it("recovers the one release of an approval and runs it once", async () => {
    let lost = 0;
    const proxy = await lossyProxy(h, (body) => {
      const isRelease = body.includes('"approval_id"') && body.includes('"method":"steps/toolCallRequest"');
      if (isRelease) lost += 1;
      return isRelease;
    });
    const { session, records } = await h.connect({ url: proxy.url });
    const paid = payingTool();
    const outcome = orThrow(await session.toolCall({ ...refund(840), onWaiting: h.decideWhenAsked() }, paid.execute));
    proxy.close();
    expect(lost).toBe(1);
    expect(paid.runs).toHaveLength(1);
    expect(records.some((record) => record.kind === "answer_recovered")).toBe(true);
    const row = await h.w.container.prisma.approval.findUniqueOrThrow({ where: { id: outcome.approvalId ?? "" } });
    expect(row.consumedRequestId).toBe(outcome.requestId);
  });

  it("leaves no released step open, whatever became of the answers", async () => {
    const proxy = await lossyProxy(h, (body) => body.includes('"method":"steps/toolCallRequest"'));
    const { session } = await h.connect({ url: proxy.url });
    const call = { tool: "lookup_account", arguments: { customer: "c" } };
    const looked = payingTool();
    await session.toolCall(call, looked.execute);
    await session.end();
    proxy.close();
    expect(looked.runs).toHaveLength(1);
    const chain = await h.chainOf(session.sessionId);
    const released = chain.filter((entry) => entry.released).map((entry) => entry.stepId);
    expect(chain.flatMap((entry) => entry.resultOf ?? []).sort()).toEqual(released.sort());
  });

  it("closes a step once although the answer to its result was lost", async () => {
    let lost = 0;
    const proxy = await lossyProxy(h, (body) => body.includes('"method":"steps/toolCallResult"') && ++lost === 1);
    const { session } = await h.connect({ url: proxy.url });
    const call = { tool: "lookup_account", arguments: { customer: "c" } };
    expect(orThrow(await session.toolCall(call, payingTool().execute)).resultDelivered).toBe(true);
    proxy.close();
    const results = (await h.chainOf(session.sessionId)).filter((entry) => entry.stepType === "steps/toolCallResult");
    expect(results).toHaveLength(1);
  });
});
