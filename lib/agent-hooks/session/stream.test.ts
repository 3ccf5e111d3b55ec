import { describe, expect, it } from "vitest";
import { createAgentHooks } from "../agent-hooks";
import { type HookSession, RunTerminated, type StreamPart } from "../hook-session";
import type { AgentContext, Interceptor } from "../types";

const END: StreamPart = { end: { tool_calls: [], finish_reason: "stop" } };
const contentOf = (context: AgentContext) => (context.response as { content: string | null }).content;
const reasons = (session: HookSession) =>
  session.records
    .filter((record) => record.interception_point === "post_model_call")
    .map((record) => record.verdict.reason ?? record.verdict.decision);

async function* streamOf(...parts: StreamPart[]) {
  yield* parts;
}

async function run(judge: Interceptor["intercept"], parts: StreamPart[], incremental = true) {
  const seen: [string | null, unknown][] = [];
  const released: string[] = [];
  const session = createAgentHooks({
    agent: { id: "a" },
    framework: "reference",
    interceptors: [
      {
        intercept(context, signal) {
          if (context.interception_point !== "post_model_call") return { decision: "allow" };
          seen.push([contentOf(context), (context.response as { finish_reason: string }).finish_reason]);
          return judge(context, signal);
        },
      },
    ],
    surface: incremental
      ? { bufferedOutput: false, capabilities: ["model_calls", "streaming", "incremental_output"] }
      : { capabilities: ["model_calls", "streaming"] },
  }).session();
  await session.startup([]);
  const outcome = await session
    .stream({ id: "m" }, [], { open: () => streamOf(...parts), release: (text) => void released.push(text) })
    .catch((thrown: unknown) => thrown);
  return { session, seen, released, outcome };
}

const allow = () => ({ decision: "allow" });

describe("a streamed response", () => {
  it("is judged in growing prefixes, and each piece leaves on the verdict that covers it", async () => {
    const { seen, released, outcome } = await run(allow, [{ text: "the quick " }, { text: "brown fox" }, END]);
    expect(seen).toEqual([
      ["the quick ", "incremental"],
      ["the quick brown fox", "stop"],
    ]);
    expect(released).toEqual(["the quick ", "brown fox"]);
    expect(outcome).toEqual({ content: "the quick brown fox", tool_calls: [], finish_reason: "stop" });
  });

  it("ends at a deny, and nothing of the rest leaves or is returned", async () => {
    const deny = { decision: "deny", reason: "secret" };
    const { released, outcome, session } = await run(
      (context) => (contentOf(context)?.includes("SECRET") ? deny : { decision: "allow" }),
      [{ text: "public, " }, { text: "SECRET" }, { text: " tail" }, END],
    );
    expect(released).toEqual(["public, "]);
    expect(outcome).toBeInstanceOf(RunTerminated);
    expect(reasons(session)).toEqual(["allow", "secret"]);
  });

  it("drops the tail of a stream that was cut off", async () => {
    const { released, outcome, session } = await run(allow, [{ text: "clean, " }, { text: "partial" }]);
    expect(released).toEqual(["clean, "]);
    expect(outcome).toBeInstanceOf(RunTerminated);
    expect(reasons(session)).toEqual(["allow", "host_error:streaming_unsupported"]);
    expect(session.records.map((record) => record.sequence)).toEqual([0, 1, 2, 3]);
  });

  it("is judged once and whole where the surface does not mediate incrementally", async () => {
    const { seen, released, outcome } = await run(allow, [{ text: "a" }, { text: "b" }, END], false);
    expect(seen).toEqual([["ab", "stop"]]);
    expect(released).toEqual([]);
    expect(outcome).toMatchObject({ content: "ab" });
  });

  it("goes on from the rewritten text of a segment that has not left", async () => {
    const { released, outcome } = await run(
      (context) =>
        contentOf(context) === "a 42"
          ? { decision: "transform", transform: { path: "$target.content", value: "a ##" } }
          : { decision: "allow" },
      [{ text: "a " }, { text: "42" }, { text: "!" }, END],
    );
    expect(released).toEqual(["a ", "##", "!"]);
    expect(outcome).toMatchObject({ content: "a ##!" });
  });

  it("ends where a transform would rewrite what has left", async () => {
    const { released, outcome, session } = await run(
      (context) =>
        contentOf(context) === "ab"
          ? { decision: "transform", transform: { path: "$target.content", value: "xx" } }
          : { decision: "allow" },
      [{ text: "a" }, { text: "b" }, { text: "c" }, END],
    );
    expect(released).toEqual(["a"]);
    expect(outcome).toBeInstanceOf(RunTerminated);
    expect(reasons(session)).toEqual(["allow", "transform", "host_error:streaming_unsupported"]);
  });

  it("throws the failure of the model as it is, with no judgement of the part", async () => {
    const failure = new Error("connection lost");
    const session = createAgentHooks({
      agent: { id: "a" },
      framework: "reference",
      interceptors: [{ intercept: allow }],
    }).session();
    await session.startup([]);
    const open = async function* (): AsyncGenerator<StreamPart> {
      yield { text: "part" };
      throw failure;
    };
    await expect(session.stream({ id: "m" }, [], { open })).rejects.toBe(failure);
    expect(reasons(session)).toEqual([]);
  });
});
