/** Checks of ACS-Trace, on OCSF events where the run can read them: nothing of a trace is on ACS's own wire. */
import { setTimeout as sleep } from "node:timers/promises";
import { memberAt } from "../../../core/json/build";
import type { JsonObject } from "../../../core/json/value";
import { objectOf } from "../answer";
import { NotEstablished } from "../outcome";
import { SAMPLES } from "../payloads";
import { type Check, paramsOf, type Run } from "../run";
import type { WireSession } from "../wire-session";

const STEPS = ["steps/userMessage", "steps/toolCallRequest", "steps/toolCallResult", "steps/agentResponse"];
const REQUIRED = ["class_uid", "activity_id", "type_uid", "time", "severity_id", "metadata"];
const WAITS = 50;

/** Of these requests, once each has `least` events; emission follows decisions at its own pace. */
async function eventsOf(run: Run, ids: readonly string[], least: number): Promise<readonly JsonObject[]> {
  const inside = run.inside("emitted events");
  let found: readonly JsonObject[] = [];
  for (let wait = 0; wait < WAITS; wait += 1) {
    const events = await inside.ocsf();
    if (events === null) throw new NotEstablished("the events that the target emits cannot be read by this run");
    found = events.filter((event) => ids.includes(String(memberAt(event, "metadata", "correlation_uid"))));
    const counts = ids.map((id) => found.filter((event) => correlates(event, id)).length);
    if (counts.every((count) => count >= least)) break;
    await sleep(100);
  }
  return found;
}

const correlates = (event: JsonObject, id: string) => memberAt(event, "metadata", "correlation_uid") === id;

async function step(session: WireSession, method: string, payload: unknown): Promise<string> {
  const envelope = await session.sign(session.build(method, payload));
  await session.post(envelope);
  return String(paramsOf(envelope).request_id);
}

export const TRACE: { readonly [name: string]: Check } = {
  "trace.accepted": async (run) => {
    const { terms } = await run.claiming("acs-trace");
    const { otel_enabled, ocsf_enabled } = objectOf(terms.trace_emission);
    run.holds(otel_enabled === true || ocsf_enabled === true, "trace_emission names no form that is on");
  },
  "trace.steps": async (run) => {
    const session = await run.claiming("acs-trace");
    const ids: string[] = [];
    for (const method of STEPS) ids.push(await step(session, method, SAMPLES[method]?.good("", "")));
    const events = await eventsOf(run, ids, 1);
    for (const id of ids) {
      const own = events.find((event) => correlates(event, id));
      run.holds(own !== undefined, "a step left no event");
      for (const name of REQUIRED) run.holds(own !== undefined && Object.hasOwn(own, name), `an event lacks ${name}`);
    }
  },
  "trace.decisions": async (run) => {
    const session = await run.claiming("acs-trace");
    const id = await step(session, "steps/toolCallRequest", run.call("deny"));
    const events = await eventsOf(run, [id], 2);
    const finding = events.find(({ class_uid }) => class_uid === 2004);
    run.holds(finding !== undefined, "the denial is no finding");
    run.holds(finding?.severity_id === 4, "the denial has another severity");
  },
  "trace.provenance": async (run) => {
    const session = await run.claiming("acs-trace");
    const provenance = { provenance_id: "t-1", origin: "user_input" };
    const id = await step(session, STEPS[0] ?? "", { content: [{ type: "text", value: "hi", provenance }] });
    const events = await eventsOf(run, [id], 1);
    const told = events.some((event) => JSON.stringify(event.enrichments ?? []).includes("user_input"));
    run.holds(told, "the provenance of the step is not on its event");
  },
  "trace.off-path": async (run) => {
    await run.claiming("acs-trace");
    throw new NotEstablished("a run over the wire does not take the target's collector away");
  },
};
