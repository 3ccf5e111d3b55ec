/** One context to one verdict, with the ACS steps behind it: what a host in any language relies on (decision 0040). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { verifyPack } from "../../core/evidence/verify";
import { memberAt } from "../../core/json/build";
import { readJsonText } from "../../core/json/read";
import type { JsonValue } from "../../core/json/value";
import { INTERCEPT } from "../../core/wire/agent-hooks";
import { nodeCrypto } from "../../server/crypto-node";
import { storedEvidence } from "../../storage/reads/evidence";
import { subjectsOf } from "../../storage/reads/subjects";
import { freshIdentity, question, resolutionIn, resolveBy } from "../../testing/hook-agent";
import { auditActions, bundleOf, chainOf, defaultAnd, PERMIT_ALL, rowsOf, rule, verified } from "../../testing/probes";
import { type ScriptedIdentity, type ScriptedSession, scriptedSession } from "../../testing/scripted-agent";
import { trustedKeys } from "../../testing/trusted-keys";
import {
  type Answer,
  decide,
  openSession,
  readAnswer,
  send,
  type TestPerson,
  type World,
  world,
} from "../../testing/world";
import { evidencePack } from "../queries/evidence-pack";

let w: World;
let person: TestPerson;
beforeAll(async () => {
  w = await world();
  person = await w.person();
});
beforeEach(() => w.publish(defaultAnd("as before")));
afterAll(() => w.close());

/** A host that speaks no ACS. */
class Host {
  readonly session: ScriptedSession;
  private sequence = 0;

  constructor(private readonly agent: ScriptedIdentity) {
    this.session = scriptedSession(agent, randomUUID());
  }

  context(point: string, members: Record<string, unknown>): Record<string, unknown> {
    const sequence = this.sequence;
    this.sequence += 1;
    return {
      spec: "agent-hooks/0.1",
      interception_point: point,
      timestamp: new Date().toISOString(),
      sequence,
      agent: { id: this.agent.agentId, framework: "python" },
      session: { id: this.session.sessionId },
      ...members,
    };
  }

  send(context: unknown, guardian = w.guardian): Promise<Answer> {
    return send(guardian, this.session.message(INTERCEPT, { context }));
  }

  start(tools: readonly string[] = ["refund_payment"], guardian_?: Record<string, unknown>): Promise<Answer> {
    const agent_init = { tools_registered: tools };
    const extensions = guardian_ === undefined ? {} : { extensions: { guardian: guardian_ } };
    return this.send(this.context("agent_startup", { agent_init, target: agent_init, ...extensions }));
  }

  input(content: JsonValue, role = "user"): Promise<Answer> {
    const input = { content, role };
    return this.send(this.context("input", { input, target: input }));
  }

  call(args: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<Answer> {
    const tool_call = { id: "tc-1", name: "refund_payment", args, ...more };
    return this.send(this.context("pre_tool_call", { tool_call, target: args }));
  }

  result(value: JsonValue, id = "tc-1"): Promise<Answer> {
    const tool_call = { id, name: "refund_payment", args: {} };
    const tool_result = { value, is_error: false };
    return this.send(this.context("post_tool_call", { tool_call, tool_result, target: value }));
  }

  output(content: JsonValue): Promise<Answer> {
    return this.send(this.context("output", { output: { content }, target: { content } }));
  }

  shutdown(reason = "completed"): Promise<Answer> {
    return this.send(this.context("agent_shutdown", { summary: { reason }, target: { reason } }));
  }
}

const newHost = async (options = {}) => new Host(await w.agent(options));
const verdictIn = (answer: Answer) =>
  answer.result.verdict as unknown as {
    decision: string;
    reason?: string;
    approval?: { approval_id: string; action_digest: string };
  };
const answersIn = (answer: Answer) =>
  (answer.result.answers as readonly string[]).map((text) => readAnswer(new TextEncoder().encode(text)));

async function started(options = {}): Promise<Host> {
  const host = await newHost(options);
  expect(verdictIn(await host.start())).toMatchObject({ decision: "allow" });
  return host;
}

describe("a session of intercepted contexts", () => {
  it("opens at agent_startup, becomes ACS steps at each point, and ends at agent_shutdown", async () => {
    const host = await started();
    const verdicts = [
      await host.input("refund 50, please"),
      await host.call({ customer: "cust_1042", amount: 50 }),
      await host.result("paid"),
      await host.output("done"),
      await host.shutdown(),
    ];
    expect(verdicts.map((answer) => verdictIn(answer)?.decision)).toEqual(Array.from({ length: 5 }, () => "allow"));
    const chain = await chainOf(w, host.session);
    expect(chain.map((entry) => entry.stepType)).toEqual([
      "steps/sessionStart",
      "agbom/snapshot",
      "steps/turnStart",
      "steps/userMessage",
      "steps/toolCallRequest",
      "steps/toolCallResult",
      "steps/agentResponse",
      "steps/turnEnd",
      "steps/sessionEnd",
    ]);
    const { key } = await rowsOf(w, host.session);
    const seqs = chain.map(({ seq }) => seq);
    const subjects = await subjectsOf(w.container.prisma, key, seqs);
    expect(seqs.map((seq) => subjects.get(seq))).toEqual(
      expect.arrayContaining(["refund 50, please", "refund_payment  customer=cust_1042 amount=50", "done"]),
    );
    expect(chain.find((entry) => entry.stepType === "steps/toolCallResult")?.resultOf).toBe(
      chain.find((entry) => entry.stepType === "steps/toolCallRequest")?.stepId,
    );
    expect(await auditActions(w, host.session)).not.toContain("executed_without_release");
    expect((await verified(w, host.session)).findings).toEqual([]);
    expect((await rowsOf(w, host.session)).state).toBe("closed");
  });

  it("hands out the signed ACS answers that are stored, byte for byte", async () => {
    const host = await started();
    const answer = await host.input("hello");
    expect(host.session.verifies(answer.raw)).toBe(true);
    const answers = answersIn(answer);
    expect(answers.map((one) => one.decision)).toEqual(["allow", "allow"]);
    for (const one of answers) expect(host.session.verifies(one.raw)).toBe(true);
    const { key } = await rowsOf(w, host.session);
    const stored = await w.container.prisma.envelope.findMany({ where: { sessionKey: key } });
    const texts = answers.map((one) => one.text);
    expect(stored.map((row) => row.response)).toEqual(expect.arrayContaining(texts));
  });

  it("shows a result of a call that was never released, also beside one of the same tool that was", async () => {
    const host = await started();
    await host.call({ customer: "cust_1042", amount: 50 });
    expect(verdictIn(await host.result("stolen", "tc-other")).decision).toBe("allow");
    expect(await auditActions(w, host.session)).toContain("executed_without_release");
    const chain = await chainOf(w, host.session);
    expect(chain.at(-1)).toMatchObject({ stepType: "steps/toolCallResult", resultOf: null });
    await host.result("paid");
    const request = chain.find((entry) => entry.stepType === "steps/toolCallRequest");
    expect((await chainOf(w, host.session)).at(-1)?.resultOf).toBe(request?.stepId);
  });

  it("keeps what its host said of itself in its terms", async () => {
    const host = await newHost();
    await host.start([], { mode: "evaluate_only", resolver: false });
    const row = await w.container.prisma.session.findFirstOrThrow({ where: { sessionId: host.session.sessionId } });
    expect(JSON.parse(row.terms).agent_hooks).toEqual({
      spec: "agent-hooks/0.1",
      mode: "evaluate_only",
      resolver: false,
      framework: "python",
    });
    const other = await newHost();
    const refused = await other.start([], { mode: "watch" });
    expect(refused.reason).toBe("client_hello_invalid");
  });

  it("goes through several turns, also when one was never answered", async () => {
    const host = await started();
    for (const text of ["first", "second"]) expect(verdictIn(await host.input(text)).decision).toBe("allow");
    expect(verdictIn(await host.output("answer")).decision).toBe("allow");
    expect(verdictIn(await host.input("it rang", "external")).decision).toBe("allow");
    expect((await verified(w, host.session)).findings).toEqual([]);
  });
});

describe("a verdict", () => {
  it("is a deny with the rule's own reason, and the tool call is on the chain as denied", async () => {
    await w.publish(defaultAnd("forbids", rule("no-refunds", { reason: "no refunds today", code: "closed_today" })));
    const host = await started();
    const verdict = verdictIn(await host.call({ customer: "cust_1042", amount: 1 }));
    expect(verdict).toMatchObject({ decision: "deny", reason: "closed_today" });
    expect(verdict.approval).toBeUndefined();
    const chain = await chainOf(w, host.session);
    expect(chain.at(-1)).toMatchObject({ stepType: "steps/toolCallRequest", decision: "deny", released: false });
  });

  it("is liftable where policy asks, and the resolver's answer lifts it once for the call that waits", async () => {
    const host = await started();
    const verdict = verdictIn(await host.call({ customer: "cust_1042", amount: 840 }));
    expect(verdict).toMatchObject({ decision: "deny", approval: { kind: "ask" } });
    const { approval_id = "", action_digest = "" } = verdict.approval ?? {};
    const identity = freshIdentity();
    const payload = (waitMs = 0) => ({
      ...question({ identity, approvalId: approval_id, digest: action_digest, waitMs }),
    });
    expect((await resolveBy(w.guardian, host.session, payload())).result).toMatchObject({ state: "pending" });
    await decide(w.deps, person, approval_id);
    const resolved = await resolveBy(w.guardian, host.session, payload());
    expect(resolutionIn(resolved)).toMatchObject({ outcome: "approve", context_identity: identity });
    expect(verdictIn(await host.result("paid"))).toMatchObject({ decision: "allow" });
    expect(await auditActions(w, host.session)).not.toContain("executed_without_release");
    const row = await w.container.prisma.approval.findUniqueOrThrow({ where: { id: approval_id } });
    expect(row.resultAt).not.toBeNull();
    expect((await verified(w, host.session)).findings).toEqual([]);
  });

  it("is a transform of the whole target where policy edits the step", async () => {
    await w.publish(
      bundleOf("edits", [PERMIT_ALL, rule("mask", { disposition: "modify", override: '{"customer":"[customer]"}' })]),
    );
    const host = await started();
    const verdict = verdictIn(await host.call({ customer: "cust_1042", amount: 840 }));
    expect(verdict).toMatchObject({
      decision: "transform",
      transform: { path: "$target", value: { customer: "[customer]", amount: 840 } },
    });
  });

  it("at model points is that of the bundle's host rules, which no chain records", async () => {
    await w.publish({
      ...defaultAnd("host rules"),
      host_rules: [
        {
          id: "no-keys",
          at: ["pre_model_call"],
          find: "sk-*",
          verdict: { decision: "deny", reason: "secret_in_prompt" },
        },
        {
          id: "mask",
          at: ["post_model_call", "output"],
          find: "4111111111111111",
          verdict: { decision: "transform", reason: "card_masked", replacement: "[card]" },
        },
      ],
    });
    const host = await started();
    const model = { id: "m-1" };
    const ask = (content: string) => {
      const messages = [{ role: "user", content }];
      return host.send(host.context("pre_model_call", { model, messages, target: messages }));
    };
    expect(verdictIn(await ask("hello"))).toMatchObject({ decision: "allow" });
    expect(verdictIn(await ask("use sk-abc123"))).toMatchObject({ decision: "deny", reason: "secret_in_prompt" });
    const response = { content: "card 4111111111111111", tool_calls: [], finish_reason: "stop" };
    const after = await host.send(host.context("post_model_call", { model, response, target: response }));
    expect(verdictIn(after)).toMatchObject({
      decision: "transform",
      transform: { path: "$target", value: { content: "card [card]" } },
    });
    expect(after.result.answers).toEqual([]);
    const before = (await chainOf(w, host.session)).length;
    const output = await host.output("your card 4111111111111111");
    expect(verdictIn(output)).toMatchObject({
      decision: "transform",
      transform: { value: { content: "your card [card]" } },
    });
    const chain = await chainOf(w, host.session);
    expect(chain.length).toBeGreaterThan(before);
    expect(chain.at(-1)?.envelope?.request).toContain("4111111111111111");
    expect((await verified(w, host.session)).findings).toEqual([]);
  });

  it("of a mutated replay is a deny that the resolver holds against the identity of what was approved", async () => {
    const host = await started();
    const { approval_id = "", action_digest = "" } =
      verdictIn(await host.call({ customer: "cust_1042", amount: 840 })).approval ?? {};
    const identity = freshIdentity();
    await resolveBy(w.guardian, host.session, question({ identity, approvalId: approval_id, digest: action_digest }));
    await decide(w.deps, person, approval_id);
    const args = { customer: "cust_1042", amount: 8_400 };
    const tool_call = { id: "tc-2", name: "refund_payment", args };
    const extensions = { guardian: { approval_id } };
    const replay = await host.send(host.context("pre_tool_call", { tool_call, target: args, extensions }));
    expect(verdictIn(replay)).toMatchObject({
      decision: "deny",
      reason: "approval_digest_mismatch",
      approval: { kind: "claimed", approval_id },
    });
    const asked = question({ identity: freshIdentity(), approvalId: approval_id, digest: "", kind: "claimed" });
    const answer = await resolveBy(w.guardian, host.session, asked);
    expect(resolutionIn(answer)).toMatchObject({ outcome: "reject", context_identity: identity });
  });
});

describe("an intercepted context", () => {
  const base = { tool_call: { id: "tc-1", name: "refund_payment", args: { amount: 1 } }, target: { amount: 1 } };

  it.each([
    ["tool_call", { tool_call: undefined }],
    ["spec", { spec: "other/1" }],
    ["sequence", { sequence: -1 }],
    ["session.id", { session: { id: "another" } }],
    ["agent.id", { agent: { id: "another", framework: "python" } }],
    ["target", { target: { amount: 2 } }],
    ["interception_point", { interception_point: "midnight" }],
    ["extensions.guardian.approvals", { extensions: { guardian: { approvals: { refund_payment: 7 } } } }],
  ])("at fault is refused by the name of its member: %s", async (field, fault) => {
    const host = await started();
    const context = { ...host.context("pre_tool_call", base), ...fault };
    const answer = await host.send(context);
    expect(answer.reason).toBe("payload_invalid");
    expect(memberAt(answer.error, "data", "field")).toBe(`params.payload.context.${field}`);
    expect(host.session.verifies(answer.raw)).toBe(true);
  });

  it("is judged once: neither its message nor the ids that derive from it come again", async () => {
    const host = await started();
    const context = host.context("pre_tool_call", base);
    const message = host.session.message(INTERCEPT, { context });
    const first = await send(w.guardian, message);
    expect(verdictIn(first).decision).toBe("allow");
    expect((await send(w.guardian, message)).reason).toBe("replay_detected");
    const requestId = String(answersIn(first)[0]?.result.request_id);
    const stolen = host.session.message(
      "steps/userMessage",
      { content: [{ type: "text", value: "x" }] },
      { requestId },
    );
    expect((await send(w.guardian, stolen)).reason).toBe("replay_detected");
  });

  it("of no session, or of one that is no such host's, has no verdict", async () => {
    const host = await newHost();
    expect((await host.input("hello")).reason).toBe("session_missing");
    const agent = await w.agent();
    const plain = await openSession(w.guardian, agent);
    const other = new Host(agent);
    const context = { ...other.context("pre_tool_call", base), session: { id: plain.sessionId } };
    expect((await send(w.guardian, plain.message(INTERCEPT, { context }))).reason).toBe("capability_not_negotiated");
  });

  it("starts a session once, and never one of another agent's", async () => {
    const host = await started();
    expect((await host.start()).reason).toBe("already_negotiated");
    expect(verdictIn(await host.input("still here")).decision).toBe("allow");
  });

  it("cannot start what the agent's registration wants more of", async () => {
    const host = await newHost({ requiredMethods: ["steps/skillLoad"] });
    expect((await host.start()).reason).toBe("required_methods_missing");
  });

  it("after the end is denied", async () => {
    const host = await started();
    await host.shutdown();
    const verdict = verdictIn(await host.call({ amount: 1 }));
    expect(verdict).toMatchObject({ decision: "deny", reason: "session_closed" });
  });
});

describe("the evidence of intercepted contexts", () => {
  it("verifies with every signature, and shows a context that was changed or moved to another step", async () => {
    const agent = await w.agent();
    const host = new Host(agent);
    await host.start();
    await host.input("refund 50, please");
    await host.call({ customer: "cust_1042", amount: 50 });
    await host.shutdown();
    const { key } = await rowsOf(w, host.session);
    const stored = await storedEvidence(w.container.prisma, { tenantId: "default", key, exact: true });
    if (!stored) throw new Error("no evidence");
    const judged = (entries: typeof stored.entries) => {
      const pack = readJsonText(evidencePack(w.container.keyring, { ...stored, entries }, w.deps.clock.now()));
      if (!pack.ok) throw new Error("the pack cannot be read");
      return verifyPack(nodeCrypto, pack.value, {
        guardianKeys: trustedKeys(w.container.keyring.published()),
        secrets: new Map([[agent.keyId, agent.secret]]),
      });
    };
    const whole = judged(stored.entries);
    expect(whole).toMatchObject({ verdict: "verified", findings: [] });
    expect(whole.counts).toMatchObject({ uncheckedSignatures: 0, withheldRequests: 0, withheldResponses: 0 });
    const edited = judged(
      stored.entries.map((item) => ({ ...item, request: item.request?.replace('"amount":50', '"amount":51') ?? null })),
    );
    expect(edited.verdict).toBe("tampered");
    const [first, second] = stored.entries;
    const swapped = judged(
      stored.entries.map((item, index) => ({
        ...item,
        request: (index === 0 ? stored.entries[3] : index === 3 ? first : item)?.request ?? null,
      })),
    );
    expect(swapped.verdict).toBe("tampered");
    expect(second).toBeDefined();
  });
});
