/** Checks of the 19 hooks: a payload that fits is answered as the hook permits, a malformed one with -32602. */
import { randomUUID } from "node:crypto";
import type { Disposition } from "../../../core/policy/types";
import { permittedAt } from "../../../core/wire/hooks/registry";
import { Failed } from "../outcome";
import { SAMPLES } from "../payloads";
import { HOOK_METHODS } from "../rows-hooks";
import { type Check, listOf, type Run } from "../run";
import type { WireSession } from "../wire-session";

const SHOULD = HOOK_METHODS.slice(HOOK_METHODS.indexOf("steps/subagentStart") + 1);
/** Of these one suffices. */
const EITHER = ["steps/userMessage", "steps/agentTrigger"];

const hookCheck =
  (method: string): Check =>
  async (run) => {
    const session = await run.open({ start: method === "steps/sessionStart" ? null : {} });
    evaluated(run, session, method);
    await prepare(run, session, method);
    const sample = SAMPLES[method];
    if (!sample) throw new Error(`no payload for ${method}`);
    const requestId = randomUUID();
    const malformed = await session.send(method, sample.bad);
    run.refuses(malformed, -32602, "the malformed payload");
    const answer = await session.send(method, sample.good(session.sessionId, requestId), { requestId });
    const permitted = permittedAt(method);
    run.holds(
      permitted.includes(answer.decision as Disposition),
      `answered ${answer.brief}, which is not permitted here`,
    );
  };

function evaluated(run: Run, session: WireSession, method: string): void {
  const methods = listOf(session.terms.methods_evaluated);
  if (methods.includes(method)) return;
  const isOptional =
    SHOULD.includes(method) || (EITHER.includes(method) && EITHER.some((other) => methods.includes(other)));
  if (isOptional) run.claims(session, method);
  throw new Failed("the target does not evaluate it, and ACS-Core requires it");
}

/** A load is judged by the registration before it. */
async function prepare(run: Run, session: WireSession, method: string): Promise<void> {
  if (method !== "steps/skillLoad") return;
  run.claims(session, "steps/skillRegister");
  await session.send("steps/skillRegister", SAMPLES["steps/skillRegister"]?.good("", ""));
}

export const HOOKS: { readonly [name: string]: Check } = Object.fromEntries(
  HOOK_METHODS.map((method) => [`hook.${method.slice("steps/".length)}`, hookCheck(method)]),
);
