/** Checks of `handshake/hello` (ACS §4). */
import { randomUUID } from "node:crypto";
import { canonicalText } from "../../../core/json/canonical";
import { objectOf } from "../answer";
import { NotEstablished } from "../outcome";
import { type Check, listOf, type Run } from "../run";

const hello = (run: Run, change: Record<string, unknown>) =>
  run.fresh().send("handshake/hello", run.clientHello(change));

export const HANDSHAKE: { readonly [name: string]: Check } = {
  "hello.terms": async (run) => {
    const offered = run.clientHello();
    const { terms } = await run.open({ start: null });
    const evaluated = listOf(terms.methods_evaluated);
    run.holds(/^0\.\d+\.\d+$/.test(String(terms.negotiated_version)), "the negotiated version has another major");
    run.holds(Array.isArray(terms.methods_evaluated), "methods_evaluated is missing");
    run.holds(
      evaluated.every((method) => listOf(offered.methods_implemented).includes(method)),
      "methods_evaluated names a method that was not offered",
    );
    run.holds(terms.selected_transport === run.target.transport, "selected_transport is none of the client's");
    run.holds(Number(objectOf(terms.timeout_config).default_ms) >= 1, "timeout_config.default_ms is missing");
  },
  "hello.profiles": async (run) => {
    const { terms } = await run.open({ start: null, hello: { profiles_supported: ["acs-core", "x-unknown"] } });
    const accepted = listOf(terms.profiles_accepted);
    run.holds(accepted.includes("acs-core"), "acs-core is not accepted");
    run.holds(accepted.length === 1, "a profile is accepted that was not declared or does not exist");
  },
  "hello.first": async (run) => {
    run.refuses(await run.fresh().send("steps/sessionStart", {}), -32003, "a step before hello");
  },
  "hello.malformed": async (run) => {
    for (const change of [
      { acs_versions_supported: [] },
      { methods_implemented: "all" },
      { transports_supported: [] },
      { provenance_producer: "sometimes" },
    ]) {
      run.refuses(await hello(run, change), -32602, `a hello with ${Object.keys(change)[0]} malformed`);
    }
  },
  "hello.version": async (run) => {
    const answer = await hello(run, { acs_versions_supported: ["9.0.0"] });
    run.refuses(answer, -32001, "a hello of another major version");
    run.holds(listOf(answer.data.supported_versions).length > 0, "data.supported_versions is missing");
  },
  "hello.transport": async (run) => {
    const other = run.target.transport === "stdio" ? "https" : "stdio";
    run.refuses(await hello(run, { transports_supported: [other] }), -32000, "a hello without a common transport");
  },
  "hello.order": async (run) => {
    const other = run.target.transport === "stdio" ? "https" : "stdio";
    const both = { acs_versions_supported: ["9.0.0"], transports_supported: [other] };
    run.refuses(await hello(run, both), -32001, "a hello without version and transport");
  },
  "hello.once": async (run) => {
    const session = await run.open({ start: null });
    const again = await session.send("handshake/hello", run.clientHello());
    const { signature: _one, ...before } = session.terms;
    const { signature: _two, ...after } = again.result;
    const same = again.code === undefined && canonicalText(before) === canonicalText(after);
    run.holds(same || again.code === -32000, `the same hello again: ${again.brief}`);
    const changed = await session.send("handshake/hello", run.clientHello({ methods_implemented: [] }));
    run.refuses(changed, -32000, "another hello in the same session");
  },
  "hello.posture": async (run) => {
    const { terms } = await run.open({ start: null });
    const posture = terms.on_decision_failure;
    run.holds(posture === undefined || posture === "proceed" || posture === "deny", "on_decision_failure is neither");
    const skew = terms.skew_window_ms;
    run.holds(skew === undefined || (Number.isInteger(skew) && Number(skew) >= 0), "skew_window_ms is no whole number");
  },
  "hello.provenance": async (run) => {
    const told = await run.open({ start: null });
    if (run.target.inside === null && told.terms.policy_requires_provenance !== true) {
      throw new NotEstablished(
        "the target's policy does not require provenance, and only its operator could change that",
      );
    }
    await run.inside("the policy").requireProvenance(true);
    try {
      run.refuses(await hello(run, { provenance_producer: "none" }), -32002, "a hello without provenance");
      const produces = await hello(run, { provenance_producer: "deterministic" });
      run.holds(produces.code === undefined, `a hello with provenance: ${produces.brief}`);
    } finally {
      await run.inside("the policy").requireProvenance(false);
    }
  },
  "replay.hello": async (run) => {
    const session = run.fresh();
    const envelope = await session.sign(
      session.build("handshake/hello", run.clientHello(), { requestId: randomUUID() }),
    );
    const first = await session.post(envelope);
    run.holds(first.code === undefined, `a hello: ${first.brief}`);
    run.refuses(await session.post(envelope), -32005, "the same hello again");
  },
};
