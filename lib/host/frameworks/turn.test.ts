/** What a run does with blocks that a framework hides, and how it ends. */
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { InterceptionBlocked, RunTerminated } from "../../agent-hooks/hook-session";
import { DENY } from "../../testing/adapter-contract/scenario";
import { type Guard, guardedHooks } from "../../testing/frameworks/guarded-hooks";
import { answerOpenText, refuseEntry, runTurn, type Turn } from "./turn";

type Posture = "continue" | "terminate";

const FACTS = { tools: ["pay"], input: "Pay." };
const CALL = { id: "c1", name: "pay", args: { amount: 840 } };
const RESPONSE = { content: "Done.", tool_calls: [], finish_reason: "stop" };

const ask = (turn: Turn) => turn.model({ id: "m" }, [{ role: "user", content: "x" }], async () => RESPONSE);
const swallow = (action: Promise<unknown>) => action.then(String, String);

function run(
  guard: Guard,
  body: (turn: Turn) => Promise<unknown>,
  signal?: AbortSignal,
  posture: Posture = "terminate",
) {
  const guarded = guardedHooks("reference", guard, { surface: { toolSeamHostError: posture } });
  return { ...guarded, done: runTurn(guarded.hooks.session(), { ...FACTS, signal }, body) };
}

const reasonOf = ({ contexts }: ReturnType<typeof run>) => contexts.at(-1)?.summary;

describe("a block that a framework swallows", () => {
  it("is thrown in the end, and no model is asked after it", async () => {
    const ran = run({ pre_model_call: DENY }, async (turn) => [await swallow(ask(turn)), await swallow(ask(turn))]);
    await expect(ran.done).rejects.toMatchObject({ point: "pre_model_call" });
    expect(ran.points()).toEqual(["agent_startup", "input", "pre_model_call", "agent_shutdown"]);
    expect(reasonOf(ran)).toMatchObject({ reason: "error" });
  });

  it("is thrown as it is, whatever the framework made of it", async () => {
    const ran = run({ output: DENY }, async (turn) => {
      await turn.answer("x").catch((cause: unknown) => {
        throw new Error("the framework failed", { cause });
      });
    });
    await expect(ran.done).rejects.toBeInstanceOf(InterceptionBlocked);
  });

  it("aborts the run's signal where it ends the run", async () => {
    let signal: AbortSignal | undefined;
    const ran = run({ pre_tool_call: () => "nonsense" }, async (turn) => {
      signal = turn.signal;
      return swallow(turn.tool(CALL, () => "paid"));
    });
    await expect(ran.done).rejects.toBeInstanceOf(RunTerminated);
    expect(signal?.aborted).toBe(true);
  });
});

describe("a blocked tool", () => {
  it("is an error with words for the model, and the run goes on", async () => {
    const ran = run({ pre_tool_call: DENY }, async (turn) => [
      await swallow(turn.tool(CALL, () => "paid")),
      await ask(turn),
    ]);
    await expect(ran.done).resolves.toMatchObject([expect.stringContaining("Not wanted here."), RESPONSE]);
    expect(reasonOf(ran)).toMatchObject({ reason: "completed" });
  });
});

describe("a call that an adapter cannot describe", () => {
  const describing = async (turn: Turn) => [
    await swallow(turn.fail("pre_tool_call", "args: not an object")),
    await ask(turn),
  ];

  it("is an error of the tool, and the run goes on where the posture says so", async () => {
    const ran = run({}, describing, undefined, "continue");
    await expect(ran.done).resolves.toMatchObject([expect.stringContaining("context_invalid"), RESPONSE]);
  });

  it("ends the run where the posture says so", async () => {
    const ran = run({}, describing);
    await expect(ran.done).rejects.toBeInstanceOf(RunTerminated);
  });
});

describe("the end of a run", () => {
  it("waits for the tools that the framework left behind", async () => {
    let finish = (_: string) => {};
    const paying = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const ran = run({}, async (turn) => {
      const running = new Promise((resolve) => {
        void turn.tool(CALL, () => {
          resolve(null);
          return paying;
        });
      });
      await running;
      // long after the run is over for the framework
      void setImmediate().then(() => finish("paid"));
      throw new Error("gone");
    });
    await expect(ran.done).rejects.toThrow("gone");
    expect(ran.points().slice(-3)).toEqual(["pre_tool_call", "post_tool_call", "agent_shutdown"]);
  });

  it("is told apart: cancelled by the caller", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const ran = run({}, async () => signal.throwIfAborted(), signal);
    await expect(ran.done).rejects.toThrow("enough");
    expect(reasonOf(ran)).toMatchObject({ reason: "cancelled" });
  });

  it("is final: what was kept of it refuses", async () => {
    let kept: Turn | undefined;
    const ran = run({}, async (turn) => {
      kept = turn;
    });
    await ran.done;
    expect(await swallow(ask(kept as Turn))).toContain("over");
    expect(await swallow((kept as Turn).tool(CALL, () => "paid"))).toContain("over");
    expect(ran.points().at(-1)).toBe("agent_shutdown");
  });
});

describe("text beside open calls", () => {
  it("is judged once, and not when the answer was", async () => {
    const ran = run({}, async (turn) => {
      await answerOpenText(turn, { text: "a" });
      await answerOpenText(turn, { text: "b" });
    });
    await ran.done;
    expect(ran.points().filter((point) => point === "output")).toHaveLength(1);
  });

  it("is judged although an earlier response was taken for the answer", async () => {
    const ran = run({}, async (turn) => {
      await turn.answer("early");
      await ask(turn);
      await answerOpenText(turn, { text: "late" });
    });
    await ran.done;
    expect(ran.points().filter((point) => point === "output")).toHaveLength(2);
  });

  it("is withheld when it would have to be rewritten", async () => {
    const transform = { path: "$target.content", value: "b" };
    const ran = run({ output: { decision: "transform", transform } }, (turn) => answerOpenText(turn, { text: "a" }));
    await expect(ran.done).rejects.toMatchObject({ verdict: { reason: "host_error:context_invalid" } });
  });
});

describe("an entry that is refused", () => {
  it("throws, and is on record", async () => {
    const { hooks, records } = guardedHooks("reference");
    await expect(refuseEntry(hooks, "pre_model_call", "embed()")).rejects.toBeInstanceOf(InterceptionBlocked);
    expect(records).toMatchObject([{ verdict: { reason: "host_error:adapter_unsupported" } }]);
  });
});
