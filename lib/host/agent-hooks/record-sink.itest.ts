import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createAgentHooks } from "../../agent-hooks/agent-hooks";
import type { InterceptionRecord } from "../../agent-hooks/types";
import { RECORDS, RULES } from "../../core/wire/agent-hooks";
import { startFaultServer } from "../../testing/fault-server";
import { guardianHooks } from "./guardian-hooks";
import type { HooksProblem } from "./hook-options";

it("keeps records while the Guardian takes none, up to a bound, and counts every one that is lost", async () => {
  const secret = new Uint8Array(randomBytes(32));
  const members = { extension: "agent-hooks/1" };
  const server = await startFaultServer(secret, (received, peer) => {
    if (received.method === RULES) return peer.result(received, { ...members, bundle_digest: "sha256:00", rules: [] });
    return received.method === RECORDS ? { kind: "reset" } : undefined;
  });
  const problems: HooksProblem[] = [];
  const onProblem = (problem: HooksProblem) => problems.push(problem);
  const guardian = { url: server.url, agentId: "a", keyId: "k1", secret, onProblem };
  const hooks = guardianHooks({ ...guardian, framework: "reference" });
  const session = createAgentHooks(hooks).session({ id: randomUUID() });
  await session.startup([]);
  const [record] = session.records as [InterceptionRecord];
  for (let sequence = 1; sequence <= 2_500; sequence += 1) hooks.onRecord?.({ ...record, sequence });
  await hooks.close();
  await server.close();
  const lost = (kind: HooksProblem["kind"]) =>
    problems.filter((problem) => problem.kind === kind).reduce((sum, { count }) => sum + count, 0);
  expect(lost("records_dropped")).toBe(501);
  expect(lost("records_undelivered")).toBe(2_000);
});
