import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HookedOptions, hookedAgent } from "../../testing/hooked-agent";
import { type HostWorld, hostWorld } from "../../testing/host-world";
import { defaultAnd, rule } from "../../testing/probes";
import { decide } from "../../testing/world";

let h: HostWorld;
beforeAll(async () => {
  h = await hostWorld();
});
afterAll(() => h.close());

type Fate = "pass" | "drop_answer" | "drop_request";
async function line(fate: (body: string) => Fate) {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (c: Buffer) => chunks.push(c));
    request.on("end", async () => {
      const body = Buffer.concat(chunks);
      const f = fate(body.toString("utf8"));
      if (f === "drop_request") return request.socket.destroy();
      const answer = await h.w.guardian.handle(body);
      if (f === "drop_answer") return request.socket.destroy();
      response.end(answer);
    });
  });
  await new Promise<void>((r) => server.listen(0, "127.0.0.1", r));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/acs`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it("stale permit", async () => {
  let fate: Fate = "pass";
  const proxy = await line((body) => {
    if (body.includes("guardian/approval") && fate === "drop_answer") return "drop_request";
    if (!body.includes('"method":"steps/toolCallRequest"')) return "pass";
    const f = fate;
    if (f === "drop_request") fate = "pass";
    return f;
  });
  const hooked = hookedAgent({ url: proxy.url, ...(await h.w.agent()) });
  const { session, refund, paid, record } = await hooked.open();
  fate = "drop_answer";
  await refund(20).catch((e) => console.log("first:", e.message));
  expect(paid).toHaveLength(0);
  fate = "pass";
  await h.w.publish(
    defaultAnd("stop", rule("no-refunds", { reason: "none", code: "refunds_stopped" })),
  );
  await refund(20).catch((e) => console.log("control:", e.message));
  console.log("control paid", paid.length);
  fate = "drop_request";
  await refund(20).catch((e) => console.log("second:", e.message));
  console.log("PAID", paid.length, record("pre_tool_call")?.verdict);
  await session.shutdown("completed");
  proxy.close();
}, 60000);

it("stale release: approved, release answer lost twice, policy forbids, retry", async () => {
  await h.w.publish(defaultAnd("as before"));
  let lose = false;
  const proxy = await line((body) => {
    if (!lose) return "pass";
    if (body.includes("guardian/approval")) return "drop_request";
    if (body.includes('"guardian/agentHooks/resolve"')) return "drop_answer";
    if (body.includes('"method":"steps/toolCallRequest"')) return "drop_answer";
    return "pass";
  });
  const hooked = hookedAgent({ url: proxy.url, ...(await h.w.agent()), resolverTimeoutMs: 3000 });
  const { session, refund, paid, record } = await hooked.open();
  // late approval: emission 1 gives up; approved; emission 2 sends the call again and its answer (the release) gets lost
  const r = refund(840).catch((e) => console.log("1:", e.message));
  const pend = () => h.w.container.prisma.approval.findFirst({ where: { session: { sessionId: session.id }, state: "pending" } as never });
  await expect.poll(pend, { timeout: 5000 }).not.toBeNull();
  await r;
  await decide(h.w.deps, h.person, (await pend())!.id);
  lose = true;
  await refund(840).catch((e) => console.log("2:", e.message));
  lose = false;
  await h.w.publish(defaultAnd("stop", rule("no-refunds", { reason: "none", code: "refunds_stopped" })));
  await refund(840).catch((e) => console.log("3:", e.message, e.verdict));
  console.log("PAID after deny policy", paid.length);
  await h.w.publish(defaultAnd("as before"));
  await session.shutdown("completed");
  proxy.close();
}, 60000);
