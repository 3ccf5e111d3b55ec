/** Checks of `system/ping` (ACS §13). */
import { objectOf } from "../answer";
import { SAMPLES } from "../payloads";
import type { Check } from "../run";

export const LIVENESS: { readonly [name: string]: Check } = {
  "ping.answer": async (run) => {
    const session = await run.open();
    const signed = await session.send("system/ping", { echo: "are you there" });
    const unsigned = await session.post(session.build("system/ping", { echo: "are you there" }));
    for (const answer of [signed, unsigned]) {
      run.decides(answer, "allow", "a ping");
      const payload = objectOf(answer.result.payload);
      run.holds(payload.status === "ok", "status is not ok");
      run.holds(payload.echo === "are you there", "the echo does not come back");
      run.holds(!Number.isNaN(Date.parse(String(payload.server_timestamp))), "server_timestamp is no time");
    }
  },
  "ping.no-entry": async (run) => {
    const session = await run.open();
    const first = await session.send("steps/userMessage", SAMPLES["steps/userMessage"]?.good("", ""));
    const ping = await session.send("system/ping", {});
    run.holds(ping.head === undefined, "a ping published a chain_hash");
    const hint = { metadata: { session_state: { chain_hash: first.head } } };
    const next = await session.send("steps/userMessage", SAMPLES["steps/userMessage"]?.good("", ""), hint);
    run.decides(next, "allow", "a step under the head of before the ping");
  },
  "ping.codes": async (run) => {
    const session = await run.open();
    const malformed = await session.send("system/ping", { echo: 7 });
    run.holds(malformed.code !== undefined, "a malformed ping is answered");
    run.holds(Number(malformed.code) < -32099 || Number(malformed.code) > -32000, `a code of ACS: ${malformed.code}`);
    const tampered = await session.sign(session.build("system/ping", {}), {
      ...session.identity,
      signerFor: () => session.identity.signerFor("another-session"),
    });
    const answer = await session.post(tampered);
    run.holds(answer.code === undefined || answer.code < -32099, `a ping with a wrong signature: ${answer.brief}`);
  },
};
