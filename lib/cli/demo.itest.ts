import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandRunner } from "../testing/command-run";
import { type GuardianProcess, startGuardian } from "../testing/guardian-process";
import { decide, type World, world } from "../testing/world";
import type { DemoEvent } from "./demo/events";
import { parseEvent } from "./demo/events";

let w: World;
let guardian: GuardianProcess;
let dataDir: string;

beforeAll(async () => {
  w = await world();
  dataDir = mkdtempSync(path.join(tmpdir(), "guardian-demo-"));
  guardian = await startGuardian({ databaseUrl: w.container.url, dataDir, master: w.master });
});
afterAll(async () => {
  await guardian.stop();
  await w.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const runCommand: ReturnType<typeof commandRunner> = (...given) =>
  commandRunner({ dataDir, databaseUrl: w.container.url, master: w.master, acsUrl: guardian.acsUrl })(...given);

/** Decides whatever is pending, as a person would in the console, until stopped. */
async function decideEverything(verdict: "approve" | "deny"): Promise<() => Promise<void>> {
  const person = await w.person();
  let running = true;
  const work = (async () => {
    while (running) {
      const pending = await w.container.prisma.approval.findFirst({ where: { state: "pending" } });
      if (pending) await decide(w.deps, person, pending.id, { verdict, reason: "Not this customer." });
      await new Promise((resume) => setTimeout(resume, 100));
    }
  })();
  return async () => {
    running = false;
    await work;
  };
}

const eventsOf = (output: string): DemoEvent[] => output.split("\n").flatMap((line) => parseEvent(line) ?? []);

describe("the demo", () => {
  it("looks up, waits for somebody who can approve, and goes on when there is one", async () => {
    const running = runCommand("lib/cli/demo.ts", []);
    const isUnattended = { where: { reasonCodes: { has: "approver_unavailable" } } };
    while ((await w.container.prisma.entry.count(isUnattended)) === 0) {
      await new Promise((resume) => setTimeout(resume, 100));
    }
    const stop = await decideEverything("approve");
    const ran = await running;
    await stop();
    expect(ran.output).toContain("Nobody can approve yet");
    expect(ran.output).toMatch(/allow {3}tool call.*[\s\S]*nobody can be asked yet/);
    expect(ran.output).toContain("The story held");
    expect(ran.code).toBe(0);
  });

  it("says so when no Guardian answers", async () => {
    const ran = await runCommand("lib/cli/demo.ts", [], { GUARDIAN_URL: "http://127.0.0.1:9/acs" });
    expect(ran.code).toBe(1);
    expect(ran.output).toContain("No Guardian answers at http://127.0.0.1:9/acs");
  });

  it("refunds once after a person approved, and is denied the same approval for more", async () => {
    const stop = await decideEverything("approve");
    const ran = await runCommand("lib/cli/demo.ts", []);
    await stop();
    expect(ran.output).toContain("The story held");
    expect(ran.output).toContain("approval_digest_mismatch");
    expect(ran.code).toBe(0);
    expect(statSync(path.join(dataDir, "demo-agent.json")).mode & 0o777).toBe(0o600);
  });

  it("does not claim success when the person denies", async () => {
    const stop = await decideEverything("deny");
    const ran = await runCommand("lib/cli/demo.ts", []);
    await stop();
    expect(ran.code).toBe(1);
    expect(ran.output).toContain("Not this customer.");
    expect(ran.output).not.toContain("The story held");
  });

  it("names in --json exactly the steps that are in the chain", async () => {
    const stop = await decideEverything("approve");
    const ran = await runCommand("lib/cli/demo.ts", ["--json", "--loop", "2"]);
    await stop();
    expect(ran.code).toBe(0);
    const acknowledged = eventsOf(ran.output).flatMap((event) => (event.event === "acknowledged" ? [event] : []));
    expect(acknowledged.length).toBeGreaterThan(20);
    const stored = await w.container.prisma.entry.findMany({
      where: { entryHash: { in: acknowledged.map((event) => event.chain_hash) } },
    });
    const shape = (entries: readonly { id: string; hash: string }[]) =>
      entries.map(({ id, hash }) => `${id} ${hash}`).sort();
    expect(shape(stored.map((entry) => ({ id: entry.stepId, hash: entry.entryHash })))).toEqual(
      shape(acknowledged.map((event) => ({ id: event.request_id, hash: event.chain_hash }))),
    );
  });

  it("is decided by a service under its own name with --approve", async () => {
    const api = await mountApprovalApi();
    const ran = await runCommand("lib/cli/demo.ts", ["--approve"], { CONSOLE_URL: api.url });
    api.server.closeAllConnections();
    api.server.close();
    expect(ran.output).toContain("The story held");
    expect(ran.code).toBe(0);
    const service = await w.container.prisma.person.findFirstOrThrow({ where: { kind: "service" } });
    expect(service.roles).toEqual(["approver"]);
    const decided = await w.container.prisma.approval.findMany({ where: { decidedBy: service.id } });
    expect(decided).toHaveLength(1);
    expect(decided[0]?.receipt).toContain('"channel":"api"');
  });
});

describe("the keys command", () => {
  it("registers an agent, prints its secret once, and lists it without", async () => {
    const made = await runCommand("lib/cli/keys.ts", ["create", "agent-green", "--name", "Green"]);
    expect(made.code).toBe(0);
    const secret = /GUARDIAN_SECRET=(\S+)/.exec(made.output)?.[1] ?? "";
    expect(Buffer.from(secret, "base64")).toHaveLength(32);
    const listed = await runCommand("lib/cli/keys.ts", ["list"]);
    expect(listed.output).toMatch(/agent-green\tkey_[0-9a-f]+\tHMAC-SHA256\tactive/);
    expect(listed.output).not.toContain(secret);
    const audit = await w.container.prisma.audit.findFirstOrThrow({
      where: { action: "agent.created" },
      orderBy: { id: "desc" },
    });
    expect(audit).toMatchObject({ actorKind: "guardian" });
    expect(audit.detail).not.toContain(secret);
  });

  it("adds a key to an agent that is there", async () => {
    await runCommand("lib/cli/keys.ts", ["create", "agent-violet"]);
    const again = await runCommand("lib/cli/keys.ts", ["create", "agent-violet"]);
    expect(again.output).toContain("Another key for agent-violet");
    const agent = await w.container.prisma.agent.findFirstOrThrow({ where: { agentId: "agent-violet" } });
    expect(await w.container.prisma.agentKey.count({ where: { agentKey: agent.key, state: "active" } })).toBe(2);
  });

  it("says how it is used when it is not", async () => {
    expect(await runCommand("lib/cli/keys.ts", ["delete", "x"])).toMatchObject({ code: 2 });
  });
});

/** The console's two approval routes, on a plain server. */
async function mountApprovalApi(): Promise<{ url: string; server: Server }> {
  Object.assign(process.env, {
    DATABASE_URL: w.container.url,
    DATA_DIR: dataDir,
    MASTER_KEY: w.master.toString("base64"),
  });
  const { GET } = await import("../../app/api/approvals/[id]/route");
  const { POST } = await import("../../app/api/approvals/[id]/decision/route");
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = new Request(`http://localhost${incoming.url}`, {
      method: incoming.method,
      headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: incoming.method === "POST" ? Buffer.concat(chunks) : undefined,
    });
    const params = Promise.resolve({ id: String(incoming.url?.split("/")[3]) });
    const answer = await (incoming.method === "POST" ? POST : GET)(request, { params });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
