/** Whoever runs an agent hears why its Guardian could not be asked. */
import { expect, it } from "vitest";
import { hookedAgent } from "../../testing/hooked-agent";
import type { GuardianHooksOptions } from "./hook-options";

/** Nobody listens at port 1. */
const away = { url: "http://127.0.0.1:1/acs", agentId: "a", keyId: "k1", secret: new Uint8Array(32) };

async function reasonOfStart(onUnavailable: NonNullable<GuardianHooksOptions["onUnavailable"]>): Promise<unknown> {
  const hooked = hookedAgent({ ...away, onUnavailable });
  const session = hooked.session({ id: "0b7f3f5e-5a3b-4c3e-9d57-6f2f6f1f3a10" });
  const thrown = await session.startup([]).catch((failure: unknown) => failure);
  await session.shutdown("error");
  await hooked.close();
  return thrown;
}

const FAILED = { verdict: { decision: "deny", reason: "host_error:interceptor_failed" } };

it("tells which word of the Guardian was missed, why, and in which session", async () => {
  const told: unknown[] = [];
  const thrown = await reasonOfStart(({ asked, reason, message }, sessionId) =>
    told.push({ asked, reason, message, sessionId }),
  );
  expect(thrown).toMatchObject(FAILED);
  expect(told[0]).toEqual({
    asked: "handshake/hello",
    reason: "transport_failed",
    message: "handshake/hello: transport_failed",
    sessionId: "0b7f3f5e-5a3b-4c3e-9d57-6f2f6f1f3a10",
  });
});

it("blocks all the same when the one who is told throws", async () => {
  const thrown = await reasonOfStart(() => {
    throw new Error("no room on the disk of the log");
  });
  expect(thrown).toMatchObject(FAILED);
});
