/** Checks of the codes of §17.1: each raised where the standard says, with `data.reason` and `data.message`. */
import type { Answer } from "../answer";
import { NotEstablished } from "../outcome";
import { SAMPLES } from "../payloads";
import { type Check, listOf, type Run } from "../run";
import { explained } from "./envelope";
import { at } from "./replay";

const MESSAGE = "steps/userMessage";
const GOOD = SAMPLES[MESSAGE]?.good("", "");

function raised(run: Run, answer: Answer, code: number, when: string): void {
  run.refuses(answer, code, when);
  explained(run, answer);
}

const notProvoked =
  (why: string): Check =>
  async () => {
    throw new NotEstablished(why);
  };

export const CODES: { readonly [name: string]: Check } = {
  "code.-32601": async (run) => {
    const session = await run.open();
    raised(run, await session.send("steps/noSuchHook", {}), -32601, "a hook that ACS does not define");
  },
  "code.-32602": async (run) => {
    const session = await run.open();
    raised(run, await session.send(MESSAGE, SAMPLES[MESSAGE]?.bad), -32602, "a malformed payload");
  },
  "code.-32603": notProvoked("a failure of the Guardian cannot be provoked over the wire"),
  "code.-32000": async (run) => {
    const other = run.target.transport === "stdio" ? "https" : "stdio";
    const hello = run.clientHello({ transports_supported: [other] });
    raised(run, await run.fresh().send("handshake/hello", hello), -32000, "a hello without a common transport");
  },
  "code.-32001": async (run) => {
    const hello = run.clientHello({ acs_versions_supported: ["9.0.0"] });
    const answer = await run.fresh().send("handshake/hello", hello);
    raised(run, answer, -32001, "a hello of another major version");
    run.holds(listOf(answer.data.supported_versions).length > 0, "data.supported_versions is missing");
  },
  "code.-32002": async (run) => {
    const inside = run.inside("a policy that requires provenance");
    await inside.requireProvenance(true);
    try {
      raised(run, await run.fresh().send("handshake/hello", run.clientHello()), -32002, "a hello without provenance");
    } finally {
      await inside.requireProvenance(false);
    }
  },
  "code.-32003": async (run) => {
    const session = await run.open({ hello: { methods_implemented: FLOOR } });
    const answer = await session.send("steps/preCompact", SAMPLES["steps/preCompact"]?.good("", ""));
    raised(run, answer, -32003, "a hook that was not offered");
    run.holds(answer.data.method === "steps/preCompact", "data.method does not name it");
  },
  "code.-32004": async (run) => {
    const session = await run.open();
    raised(run, await session.post(session.build(MESSAGE, GOOD)), -32004, "an unsigned step");
  },
  "code.-32005": async (run) => {
    const session = await run.open();
    const envelope = await session.sign(session.build(MESSAGE, GOOD));
    await session.post(envelope);
    raised(run, await session.post(envelope), -32005, "the same step again");
  },
  "code.-32006": async (run) => {
    const session = await run.open();
    const answer = await session.send(MESSAGE, GOOD, at(-86_400_000));
    raised(run, answer, -32006, "a step of yesterday");
    run.holds(Number.isInteger(answer.data.skew_window_ms), "data.skew_window_ms is missing");
  },
  "code.-32007": async (run) => {
    const session = await run.open();
    const other = { metadata: { session_state: { chain_hash: "f".repeat(64) } } };
    const answer = await session.send(MESSAGE, GOOD, other);
    if (answer.code === undefined) throw new NotEstablished("the target always decides: it denies instead (§17.2)");
    raised(run, answer, -32007, "a step under another head");
  },
  "code.assigned": async (run) => {
    const session = await run.open();
    const answers = [
      await session.send(MESSAGE, SAMPLES[MESSAGE]?.bad),
      await session.send("steps/noSuchHook", {}),
      await session.send("protocols/A2A/message/send", {}),
      await session.send("trace/event", {}),
      await session.post(session.build(MESSAGE, GOOD)),
      await run.fresh().send(MESSAGE, GOOD),
      await run.fresh().send("handshake/hello", {}),
      await session.send("handshake/hello", run.clientHello({ methods_implemented: [] })),
    ];
    for (const { code } of answers) {
      run.holds(code !== undefined, "what must be refused is answered");
      run.holds(!(Number(code) < -32007 && Number(code) >= -32099), `${code} is assigned to nothing`);
    }
  },
};

const FLOOR = [
  "steps/sessionStart",
  MESSAGE,
  "steps/toolCallRequest",
  "steps/toolCallResult",
  "steps/agentResponse",
  "steps/sessionEnd",
];
