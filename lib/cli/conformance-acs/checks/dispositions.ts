/** Checks of the five dispositions and their substitutes (ACS §6, §9.2). */
import { parseModifications } from "../../../core/wire/modifications";
import { objectOf } from "../answer";
import { NotEstablished } from "../outcome";
import { SAMPLES } from "../payloads";
import type { Check, Run } from "../run";
import type { Identity } from "../target";

const CALL = "steps/toolCallRequest";

const reasoned = (run: Run, reasoning: unknown) =>
  run.holds(typeof reasoning === "string" && reasoning !== "", "reasoning is missing");

function unable(identity: Identity | undefined, what: string): Identity {
  if (identity) return identity;
  throw new NotEstablished(`no agent is known that is set up as unable to ${what}: ACS has no message that says so`);
}

export const DISPOSITIONS: { readonly [name: string]: Check } = {
  "disposition.allow": async (run) => {
    const session = await run.open();
    const answer = await session.send("steps/userMessage", SAMPLES["steps/userMessage"]?.good("", ""));
    run.decides(answer, "allow", "a message");
    if (run.target.stimuli.allow) run.decides(await session.send(CALL, run.call("allow")), "allow", "a call");
  },
  "disposition.deny": async (run) => {
    const answer = await (await run.open()).send(CALL, run.call("deny"));
    run.decides(answer, "deny", "the call");
    reasoned(run, answer.result.reasoning);
  },
  "disposition.ask": async (run) => {
    const answer = await (await run.open()).send(CALL, run.call("ask"));
    run.decides(answer, "ask", "the call");
    reasoned(run, answer.result.reasoning);
    const ask = objectOf(answer.result.ask_details);
    const approver = objectOf(ask.approver);
    run.holds(["human", "agent", "service"].includes(String(approver.type)), "the approver has no type of ACS");
    run.holds(typeof approver.id === "string", "the approver has no id");
    run.holds(typeof ask.question === "string", "there is no question");
    run.holds(Number.isInteger(ask.timeout_seconds), "timeout_seconds is missing");
    const after = ask.timeout_disposition;
    run.holds(after === undefined || after === "allow" || after === "deny", "timeout_disposition is neither");
  },
  "disposition.defer": async (run) => {
    const answer = await (await run.open()).send(CALL, run.call("defer"));
    run.decides(answer, "defer", "the call");
    reasoned(run, answer.result.reasoning);
    const defer = objectOf(answer.result.defer_details);
    const reasons = ["insufficient_context", "conflicting_policies", "low_confidence", "pending_dependency"];
    run.holds(reasons.includes(String(defer.reason)), "the reason is none of ACS");
    const methods = ["additional_context", "human_approval", "timeout"];
    run.holds(methods.includes(String(defer.resolution_method)), "resolution_method is none of ACS");
    run.holds(Number.isInteger(defer.resolution_timeout_ms), "resolution_timeout_ms is missing");
    run.holds(["deny", "ask"].includes(String(defer.timeout_decision)), "timeout_decision is missing");
  },
  "disposition.modify": async (run) => {
    const payload = run.call("modify");
    const answer = await (await run.open()).send(CALL, payload);
    run.decides(answer, "modify", "the call");
    reasoned(run, answer.result.reasoning);
    const parsed = parseModifications(answer.result.modifications ?? null, "step");
    run.holds(parsed.ok, `the edits break a rule of composition: ${parsed.ok ? "" : parsed.failure.reason}`);
  },
  "disposition.modify-incapable": async (run) => {
    const identity = unable(run.target.unable.modify, "apply edits");
    const answer = await (await run.open({ identity })).send(CALL, run.call("modify"));
    run.decides(answer, "deny", "a call that would be edited");
    run.holds(answer.codes.includes("modify_unsupported"), "the code modify_unsupported is missing");
  },
  "disposition.modify-post-compact": async (run) => {
    const identity = unable(run.target.unable.modify, "apply edits");
    const session = await run.open({ identity });
    run.claims(session, "steps/postCompact");
    const sample = SAMPLES["steps/postCompact"]?.good("", "") ?? {};
    const summary = { ...objectOf(sample.summary as never), value: "conformance: edit this summary" };
    const answer = await session.send("steps/postCompact", { ...sample, summary });
    if (!answer.codes.includes("modify_unsupported")) {
      throw new NotEstablished("no policy of the target edits summaries");
    }
    run.decides(answer, "allow", "a summary that would be edited");
  },
  "disposition.ask-incapable": async (run) => {
    const identity = unable(run.target.unable.ask, "route questions");
    const answer = await (await run.open({ identity })).send(CALL, run.call("ask"));
    run.holds(answer.decision === "deny" || answer.decision === "defer", `expected deny or defer, got ${answer.brief}`);
    run.holds(answer.codes.includes("approver_unavailable"), "the code approver_unavailable is missing");
  },
  "disposition.audit-only": async (run) => {
    const session = await run.open();
    await session.send("steps/sessionEnd", { reason: "completed" });
    for (const [method, payload] of [
      ["steps/sessionEnd", { reason: "completed" }],
      ["steps/turnEnd", SAMPLES["steps/turnEnd"]?.good("", "")],
    ] as const) {
      const answer = await session.send(method, payload);
      run.holds(answer.decision === "allow" || answer.code !== undefined, `${method}: ${answer.brief}`);
      run.holds(answer.decision !== "deny", `${method} was denied`);
    }
  },
};
