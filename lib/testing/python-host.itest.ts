/** The Python host at a real Guardian: what is allowed runs once, and everything else does not run at all. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contextIdentity } from "../agent-hooks/identity";
import type { AgentContext } from "../agent-hooks/types";
import { canonicalText } from "../core/json/canonical";
import { readJsonText } from "../core/json/read";
import type { JsonValue } from "../core/json/value";
import { type Listener, listen } from "../server/listener";
import { chainOf, defaultAnd, rule, verified } from "./probes";
import { type AgentEvent, PYTHON_HOST, pythons, type RunningAgent, runExampleAgent, runPython } from "./python-agent";
import { type ScriptedIdentity, scriptedSession } from "./scripted-agent";
import { decide, type TestPerson, type World, world } from "./world";

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
beforeEach(() => w.publish(defaultAnd("as before")));
afterAll(async () => {
  await listener.close();
  await w.close();
});

const sources = readdirSync(PYTHON_HOST).filter((name) => name.endsWith(".py"));

it("the Python host imports the standard library and itself alone", () => {
  const own = sources.map((name) => name.replace(/\.py$/, ""));
  const standard = "base64 copy datetime hashlib hmac http json math os secrets sys threading time urllib uuid".split(
    " ",
  );
  const imported = sources.flatMap((name) => {
    const text = readFileSync(path.join(PYTHON_HOST, name), "utf8");
    return [...text.matchAll(/^\s*(?:from|import) ([a-z_0-9]+)/gm)].map((found) => found[1] ?? "");
  });
  expect(imported.length).toBeGreaterThan(10);
  expect(imported.filter((name) => !own.includes(name) && !standard.includes(name))).toEqual([]);
});

const named = (events: readonly AgentEvent[], name: string) => events.filter(({ event }) => event === name);
const reasons = (events: readonly AgentEvent[]) => named(events, "blocked").map(({ reason }) => reason);

for (const python of pythons()) {
  const start = (identity: ScriptedIdentity, amounts: readonly number[], more = {}): RunningAgent =>
    runExampleAgent({ python, url: listener.url, identity, amounts, ...more });
  const sessionOf = async (agent: RunningAgent, identity: ScriptedIdentity) =>
    scriptedSession(identity, String((await agent.said("session")).id));

  /** The item that the agent's resolver has opened. */
  async function openItem(agentKey: string): Promise<string> {
    const { prisma } = w.container;
    for (;;) {
      const row = await prisma.approval.findFirst({ where: { agentKey, state: "pending" } });
      if (row) return row.id;
      await w.deps.wakeups.wait("approvals", 500);
    }
  }

  describe(`an agent under ${python}`, () => {
    it("runs what policy allows once, and the Guardian holds its chain and its records", async () => {
      const identity = await w.agent();
      const agent = start(identity, [50]);
      const events = await agent.ended;
      expect(named(events, "paid")).toEqual([{ event: "paid", args: { amount: 50, customer: "cust_1042" } }]);
      expect(named(events, "answer")).toEqual([{ event: "answer", content: "All done." }]);
      const session = await sessionOf(agent, identity);
      const chain = await chainOf(w, session);
      expect(chain.map((entry) => entry.stepType)).toContain("steps/toolCallResult");
      expect((await verified(w, session)).findings).toEqual([]);
      const row = await w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } });
      expect(row.state).toBe("closed");
      const records = await w.container.prisma.hostRecord.findMany({ where: { sessionKey: row.key } });
      expect(records).toHaveLength(Number(named(events, "end")[0]?.records));
    });

    it("does not run what policy denies", async () => {
      await w.publish(defaultAnd("forbids", rule("no-refunds", { reason: "no refunds today", code: "closed_today" })));
      const events = await start(await w.agent(), [50]).ended;
      expect(named(events, "paid")).toEqual([]);
      expect(reasons(events)).toEqual(["closed_today"]);
    });

    it("runs once what a person approves in the queue", async () => {
      const identity = await w.agent();
      const agent = start(identity, [840]);
      const id = await openItem(identity.key);
      expect(await decide(w.deps, person, id)).toMatchObject({ ok: true });
      const events = await agent.ended;
      expect(named(events, "paid")).toHaveLength(1);
      const row = await w.container.prisma.approval.findUniqueOrThrow({ where: { id } });
      expect(row).toMatchObject({ state: "consumed" });
      expect(row.resultAt).not.toBeNull();
      expect((await verified(w, await sessionOf(agent, identity))).findings).toEqual([]);
    });

    it("runs an edited approval with the approver's amount", async () => {
      const identity = await w.agent();
      const agent = start(identity, [840]);
      await decide(w.deps, person, await openItem(identity.key), { edits: { amount: 500 } });
      expect(named(await agent.ended, "paid")).toEqual([
        { event: "paid", args: { amount: 500, customer: "cust_1042" } },
      ]);
    });

    it("does not run what a person denies, nor what nobody decides", async () => {
      const identity = await w.agent();
      const agent = start(identity, [840]);
      await decide(w.deps, person, await openItem(identity.key), { verdict: "deny" });
      const denied = await agent.ended;
      expect([named(denied, "paid"), reasons(denied)]).toEqual([[], ["approval_rejected"]]);
      const ignored = await start(await w.agent(), [840], { peopleS: 0.5 }).ended;
      expect([named(ignored, "paid"), reasons(ignored)]).toEqual([[], ["host_error:approval_unresolved"]]);
    });

    it("does not run another amount under an approval that it used", async () => {
      const identity = await w.agent();
      const agent = start(identity, [840, 8_400]);
      const id = await openItem(identity.key);
      await decide(w.deps, person, id);
      const events = await agent.ended;
      expect(named(events, "paid")).toEqual([{ event: "paid", args: { amount: 840, customer: "cust_1042" } }]);
      expect(reasons(events)).toEqual(["host_error:approval_identity_mismatch"]);
      expect(await w.container.prisma.presentation.count({ where: { approvalId: id } })).toBe(1);
    });

    it("does nothing while the Guardian cannot be reached", async () => {
      const events = await start(await w.agent(), [50], { url: "http://127.0.0.1:9" }).ended;
      expect([named(events, "paid"), reasons(events)]).toEqual([[], ["host_error:interceptor_failed"]]);
    });

    it("computes the bytes and the identities that this Guardian computes", () => {
      const texts = VALUES.map((value) => JSON.stringify(value));
      const program =
        "import sys, json\nfrom canonical_json import canonical_bytes, read_json\n" +
        "print(json.dumps([canonical_bytes(read_json(t)).decode() for t in json.load(sys.stdin)]))";
      const ours = texts.map((text) => {
        const read = readJsonText(text);
        if (!read.ok) throw new Error(text);
        return canonicalText(read.value);
      });
      expect(runPython(python, program, JSON.stringify(texts))).toEqual(ours);
      const identities =
        "import sys, json\nfrom context_identity import context_identity\n" +
        "print(json.dumps([context_identity(c) for c in json.load(sys.stdin)]))";
      const expected = CONTEXTS.map((context) => contextIdentity(context as unknown as AgentContext));
      expect(runPython(python, identities, JSON.stringify(CONTEXTS))).toEqual(
        expected.map((one) => (one.ok ? one.value : one.failure)),
      );
    });

    it.each([
      ["integers beyond 2^53-1", "9007199254740993"],
      ["half a surrogate pair", '"\\ud800"'],
      ["a member named twice", '{"a":1,"a":2}'],
      ["NaN", "NaN"],
    ])("refuses %s", (_what, text) => {
      const program =
        "import sys, json\nfrom canonical_json import NotCanonical, canonical_bytes, read_json\n" +
        "try:\n  canonical_bytes(read_json(sys.stdin.read()))\n  print(json.dumps('taken'))\n" +
        "except NotCanonical:\n  print(json.dumps('refused'))";
      expect(runPython(python, program, text)).toBe("refused");
    });
  });

  describe(`a forged answer to an agent under ${python}`, () => {
    let server: Server | undefined;
    afterEach(() => {
      server?.closeAllConnections();
      server?.close();
    });

    /** Stands before the Guardian and changes the answers to tool calls. */
    async function between(forge: Forge): Promise<string> {
      const made = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", async () => {
          const body = Buffer.concat(chunks);
          const answer = new TextDecoder().decode(await w.guardian.handle(body));
          const asked = body.toString("utf8");
          const told = asked.includes('"pre_tool_call"') ? forge(answer, asked) : answer;
          if (told === null) request.socket.end("nonsense\r\n\r\n");
          else response.end(told);
        });
      });
      server = made;
      await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
    }

    const forbidden = () => w.publish(defaultAnd("forbids", rule("no-refunds", { reason: "no refunds today" })));

    it.each<[string, Forge]>([
      ["says allow where the Guardian said deny", (answer) => answer.replaceAll('"deny"', '"allow"')],
      ["has lost its signature", (answer) => answer.replace('"signature"', '"signatures"')],
      ["is empty", () => ""],
      ["is no HTTP", () => null],
      ["is no JSON", () => "<html>ok</html>"],
      ["is an unsigned allow", (_answer, asked) => unsigned(asked, { decision: "allow" })],
      ["holds a number without end", (answer) => answer.replace('"jsonrpc"', `"n":${"1".repeat(6_000)},"jsonrpc"`)],
      ["has half a surrogate pair for a signature", (answer) => answer.replace(/"value":"[^"]*"/, '"value":"\\ud800"')],
      ["repeats a member", (answer) => answer.replace('"jsonrpc"', '"id":"x","jsonrpc"')],
    ])("that %s runs nothing", async (_what, forge) => {
      await forbidden();
      const url = await between(forge);
      const events = await start(await w.agent(), [50], { url }).ended;
      expect([named(events, "paid"), reasons(events)]).toEqual([[], ["host_error:interceptor_failed"]]);
    });

    it("that was given to another message runs nothing", async () => {
      await w.publish(defaultAnd("allows"));
      const answers: string[] = [];
      const url = await between((answer) => {
        answers.push(answer);
        return answers[0] ?? answer;
      });
      const events = await start(await w.agent(), [50, 60], { url }).ended;
      expect(named(events, "paid")).toEqual([{ event: "paid", args: { amount: 50, customer: "cust_1042" } }]);
      expect(reasons(events)).toEqual(["host_error:interceptor_failed"]);
    });

    it("signed under another key runs nothing", async () => {
      await forbidden();
      const stranger = await w.agent();
      const url = await between((_answer, asked) => {
        const { params } = JSON.parse(asked);
        const foreign = scriptedSession({ ...stranger }, params.metadata.session_id);
        const forged = JSON.parse(unsigned(asked, { decision: "allow" }));
        const signed = foreign.sign({ ...forged, params: forged.result } as never);
        const { signature } = signed.params as { signature: JsonValue };
        return JSON.stringify({ ...forged, result: { ...forged.result, signature } });
      });
      const events = await start(await w.agent(), [50], { url }).ended;
      expect([named(events, "paid"), reasons(events)]).toEqual([[], ["host_error:interceptor_failed"]]);
    });
  });
}

/** What is said in place of the Guardian's answer; null for what is no answer at all. */
type Forge = (answer: string, asked: string) => string | null;

function unsigned(asked: string, verdict: { readonly decision: string }): string {
  const { id, params } = JSON.parse(asked);
  const result = { type: "final", acs_version: "0.1.0", request_id: params.request_id, verdict, answers: [] };
  return JSON.stringify({ jsonrpc: "2.0", id, result });
}

const VALUES: readonly JsonValue[] = [
  [0, -0, 1, -1, 1.5, 0.1, 1e-7, 1.5e-7, 0.000001, 123.456, 1e21, 1e22, 5e-324, 1.7976931348623157e308],
  [9007199254740991, -9007199254740991, 100.25, 333333333.3333333, 4.35, 0.00001234, 1e-6, 2.5e25],
  { b: 1, a: [true, false, null], "\u20ac": "\u20ac", "\ud83d\ude00": "", "\ue000": 1, "": 0 },
  ['"\\/\b\f\n\r\t', "\u0000\u001f\u007f\u0080\u2028", "\u00e4\u00f6"],
];

const BASE = {
  spec: "agent-hooks/0.1",
  timestamp: "2026-01-01T00:00:00.000Z",
  sequence: 3,
  agent: { id: "agent-1", framework: "python", name: "left out" },
  session: { id: "sess-1", turn: 2 },
};

const CONTEXTS = [
  {
    ...BASE,
    interception_point: "pre_tool_call",
    tool_call: { id: "tc-1", name: "t", args: { amount: 1.5, "\u20ac": [1e21] } },
    target: { amount: 1.5, "\u20ac": [1e21] },
  },
  { ...BASE, interception_point: "input", input: { content: "h\u00e4", role: "user" }, target: { content: "h\u00e4" } },
  { ...BASE, interception_point: "output", output: { content: null }, target: { content: null } },
  { ...BASE, interception_point: "agent_shutdown", summary: { reason: "error" }, target: { reason: "error" } },
];
