import { describe, expect, it } from "vitest";
import { RunTerminated } from "../../../agent-hooks/hook-session";
import { fromPlain } from "../../../core/json/build";
import { type Guard, guardedHooks } from "../../../testing/frameworks/guarded-hooks";
import { readApiMessage } from "./api-response";
import { assemble, streamOf } from "./api-stream";
import type { GatewayAnswer, GatewayHandler, GatewayRequest, Listen } from "./gateway-types";
import { governClaudeAgent } from "./govern-claude-agent";
import type { Query, SdkHooks } from "./sdk-types";

const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [
    { type: "thinking", thinking: "Hm.", signature: "sig" },
    { type: "text", text: "Yes." },
    { type: "tool_use", id: "t1", name: "pay", input: { amount: 840 } },
  ],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { output_tokens: 3 },
};
const TEXT = { ...MESSAGE, content: [{ type: "text", text: "Yes." }], stop_reason: "end_turn" };
const REQUEST = { model: "m", system: "Be brief.", messages: [{ role: "user", content: "Pay." }], max_tokens: 9 };
const to = (value: unknown) => () => ({ decision: "transform", transform: { path: "$target", value } });

type Ask = (changes?: Partial<GatewayRequest>) => Promise<GatewayAnswer>;

interface Given {
  readonly guard?: Guard;
  readonly model?: (body: string) => Response;
  /** What the SDK does in place of asking once. */
  readonly work?: (ask: Ask, hooks: SdkHooks) => Promise<unknown>;
}

const asJson = () => Response.json(TEXT);

/** An SDK that reaches its model through the address it was given, without a socket. */
async function runWith({ guard = {}, model = asJson, work = (ask) => ask() }: Given = {}) {
  const handlers: GatewayHandler[] = [];
  const sent: { url: string; headers: Record<string, string>; body: string }[] = [];
  const answers: GatewayAnswer[] = [];
  const listen: Listen = async (handler) => {
    handlers.push(handler);
    return { url: "http://loopback", close: async () => undefined };
  };
  const query: Query = async function* ({ options = {} }) {
    const base = new URL(String((options.env as Record<string, string>).ANTHROPIC_BASE_URL)).pathname;
    const ask: Ask = async (changes = {}) => {
      const headers = { "x-api-key": "key", host: "loopback", "accept-encoding": "br" };
      const request = { method: "POST", headers, body: JSON.stringify(REQUEST), ...changes };
      const path = `${base}${changes.path ?? "/v1/messages?beta=true"}`;
      const answer = await (handlers[0] as GatewayHandler)({ ...request, path });
      answers.push(answer);
      return answer;
    };
    await work(ask, options.hooks as SdkHooks);
    yield { type: "result", subtype: "success", result: "Yes." };
  };
  const guarded = guardedHooks("claude-agent-sdk", guard);
  const agent = governClaudeAgent(guarded.hooks, {
    query,
    listen,
    fetch: async (url, init) => {
      sent.push({ url: String(url), headers: init?.headers as Record<string, string>, body: String(init?.body) });
      return model(String(init?.body));
    },
  });
  const options = { env: { ANTHROPIC_BASE_URL: "http://model/base/" } };
  const thrown = await agent.run("Pay.", options).then(
    () => null,
    (error: unknown) => error,
  );
  return { ...guarded, sent, answers, thrown };
}

describe("a model call", () => {
  it("has both its points, and reaches the model as the SDK sent it", async () => {
    const { points, sent, answers, contexts, thrown } = await runWith();
    expect(thrown).toBeNull();
    expect(points()).toEqual([
      "agent_startup",
      "input",
      "pre_model_call",
      "post_model_call",
      "output",
      "agent_shutdown",
    ]);
    expect(sent).toMatchObject([{ url: "http://model/base/v1/messages?beta=true", headers: { "x-api-key": "key" } }]);
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual(["x-api-key"]);
    expect(JSON.parse(sent[0]?.body ?? "")).toEqual(REQUEST);
    expect(JSON.parse(answers[0]?.body ?? "")).toEqual(TEXT);
    expect(contexts[2]?.target).toEqual([{ role: "system", content: "Be brief." }, ...REQUEST.messages]);
  });

  it("goes on with rewritten messages, and comes back with a rewritten answer", async () => {
    const { sent, answers } = await runWith({
      guard: {
        pre_model_call: to([{ role: "user", content: "Pay less." }]),
        post_model_call: to({ content: "No.", tool_calls: [], finish_reason: "end_turn" }),
      },
    });
    expect(JSON.parse(sent[0]?.body ?? "")).toEqual({
      model: "m",
      max_tokens: 9,
      messages: [{ role: "user", content: "Pay less." }],
    });
    expect(JSON.parse(answers[0]?.body ?? "")).toMatchObject({ content: [{ type: "text", text: "No." }] });
  });

  it.each(["pre_model_call", "post_model_call"] as const)("ends the run when it is denied at %s", async (point) => {
    const { sent, answers, thrown } = await runWith({
      guard: { [point]: { decision: "deny", reason: "not_wanted" } },
      work: async (ask) => [await ask(), await ask()],
    });
    expect(thrown).toMatchObject({ point, verdict: { reason: "not_wanted" } });
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(answers.map(({ body }) => body).join()).not.toContain("Yes.");
    expect(sent).toHaveLength(point === "pre_model_call" ? 0 : 1);
  });

  it.each([
    ["no JSON", () => new Response("Yes.")],
    ["a block of another kind", () => Response.json({ ...TEXT, content: ["Yes."] })],
    [
      "half a stream",
      () => streamed(streamOf(readApiMessage(fromPlain(MESSAGE))).split("event: message_stop")[0] ?? ""),
    ],
    ["an event that is not known", () => streamed('data: {"type":"extra"}\n\n')],
  ])("that is answered with what cannot be judged ends the run: %s", async (_, model) => {
    const { answers, thrown } = await runWith({ model });
    expect(thrown).toMatchObject({ point: "post_model_call" });
    expect(answers).toMatchObject([{ status: 403 }]);
  });

  it("that the model refuses comes back as it is, without a point for the answer", async () => {
    const { answers, points, thrown } = await runWith({ model: () => new Response("busy", { status: 529 }) });
    expect(answers).toMatchObject([{ status: 529, body: "busy" }]);
    expect(points()).not.toContain("post_model_call");
    expect(thrown).toBeNull();
  });

  it.each([
    { path: "/v1/messages/count_tokens" },
    { path: "/v1/files" },
    { method: "GET" },
    { path: "/../v1/messages" },
  ])("is all that passes: %j", async (changes) => {
    const { answers, sent } = await runWith({ work: (ask) => ask(changes) });
    expect(answers).toMatchObject([{ status: 404 }]);
    expect(sent).toEqual([]);
  });

  it("that cannot be read is not sent", async () => {
    const { sent, thrown } = await runWith({ work: (ask) => ask({ body: '{"messages":"all"}' }) });
    expect(thrown).toBeInstanceOf(RunTerminated);
    expect(sent).toEqual([]);
  });

  it("shows the model what was permitted of a result, whatever the SDK made of it", async () => {
    const about = { tool_name: "Bash", tool_use_id: "t1", tool_input: { command: "ls" } };
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "SECRET" }] };
    const { sent } = await runWith({
      guard: { post_tool_call: { decision: "deny", reason: "not_wanted" } },
      work: async (ask, hooks) => {
        await hooks.PreToolUse?.[0]?.hooks[0]?.(about);
        await hooks.PostToolUse?.[0]?.hooks[0]?.({ ...about, tool_response: { stdout: "SECRET" } });
        await ask({ body: JSON.stringify({ ...REQUEST, messages: [...REQUEST.messages, result] }) });
      },
    });
    expect(sent[0]?.body).toContain("not_wanted");
    expect(sent[0]?.body).not.toContain("SECRET");
  });
});

const streamed = (body: string) => new Response(body, { headers: { "content-type": "text/event-stream" } });

describe("a stream of events", () => {
  it("adds up to the message that it says", () => {
    expect(assemble(streamOf(readApiMessage(fromPlain(MESSAGE))))).toEqual(MESSAGE);
  });

  it("is what a rewritten answer to a stream comes back as", async () => {
    const { answers } = await runWith({
      model: () => streamed(streamOf(readApiMessage(fromPlain(TEXT)))),
      guard: { post_model_call: to({ content: "No.", tool_calls: [], finish_reason: "end_turn" }) },
    });
    expect(assemble(answers[0]?.body ?? "").content).toEqual([{ type: "text", text: "No." }]);
  });
});
