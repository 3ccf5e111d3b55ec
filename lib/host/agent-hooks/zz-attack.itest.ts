import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HookedOptions, hookedAgent } from "../../testing/hooked-agent";
import { type HostWorld, hostWorld } from "../../testing/host-world";
import { defaultAnd, rule } from "../../testing/probes";
import { decide } from "../../testing/world";

let h: HostWorld;
beforeAll(async () => { h = await hostWorld(); });
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
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/acs`, close: () => { server.closeAllConnections(); server.close(); } };
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
  await h.w.publish(defaultAnd("stop", rule("no-refunds", { disposition: "deny", reason_code: "no_refunds" }) as never));
  await refund(20).catch((e) => console.log("control:", e.message));
  console.log("control paid", paid.length);
  fate = "drop_request";
  await refund(20).catch((e) => console.log("second:", e.message));
  console.log("PAID", paid.length, record("pre_tool_call")?.verdict);
  await session.shutdown("completed");
  proxy.close();
}, 60000);
