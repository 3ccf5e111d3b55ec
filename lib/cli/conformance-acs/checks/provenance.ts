/** Checks of ACS-Provenance (§7): the strict schemas, field by field. */
import { NotEstablished } from "../outcome";
import { type Check, listOf, ofTheAgent, type Run } from "../run";
import type { WireSession } from "../wire-session";

let last = 0;
/** Ids are unique in a session. */
const from = (origin: string) => {
  last += 1;
  return { provenance: { provenance_id: `p-${last}`, origin } };
};
const traced = (value: unknown, origin = "tool_output") => ({ value, ...from(origin) });
const tool = { name: "lookup_order" };

interface Pair {
  readonly traced: () => Record<string, unknown>;
  readonly bare: Record<string, unknown>;
}

const PAIRS: { readonly [method: string]: Pair } = {
  "steps/userMessage": {
    traced: () => ({ content: [{ type: "text", ...traced("hi", "user_input") }] }),
    bare: { content: [{ type: "text", value: "hi" }] },
  },
  "steps/agentResponse": {
    traced: () => ({ content: [{ type: "text", ...traced("hi", "agent_generated") }] }),
    bare: { content: [{ type: "text", value: "hi" }] },
  },
  "steps/knowledgeRetrieval": {
    traced: () => ({ query: traced("q", "agent_generated"), results: [traced("r", "retrieved")] }),
    bare: { query: { value: "q" }, results: [{ value: "r" }] },
  },
  "steps/memoryContextRetrieval": {
    traced: () => ({ results: [traced("m", "retrieved")] }),
    bare: { results: [{ value: "m" }] },
  },
  "steps/memoryStore": { traced: () => ({ content: traced("m") }), bare: { content: { value: "m" } } },
  "steps/toolCallRequest": {
    traced: () => ({ tool, arguments: { id: traced("A-1", "user_input") } }),
    bare: { tool, arguments: { id: { value: "A-1" } } },
  },
  "steps/toolCallResult": {
    traced: () => ({ tool, exit_status: "success", outputs: [traced("found")] }),
    bare: { tool, exit_status: "success", outputs: [{ value: "found" }] },
  },
};

const producing = (run: Run): Promise<WireSession> =>
  run.claiming("acs-provenance", { hello: { provenance_producer: "deterministic" } });

export const PROVENANCE: { readonly [name: string]: Check } = {
  "provenance.accepted": async (run) => {
    const { terms } = await producing(run);
    run.holds(listOf(terms.profiles_accepted).includes("acs-provenance"), "the profile is not accepted");
    const other = await run.open({ hello: { profiles_supported: ["acs-core", "acs-provenance"] } });
    const accepted = listOf(other.terms.profiles_accepted);
    run.holds(!accepted.includes("acs-provenance"), "the profile is accepted of a client that produces none");
  },
  "provenance.strict": async (run) => {
    const session = await producing(run);
    const evaluated = listOf(session.terms.methods_evaluated);
    for (const [method, pair] of Object.entries(PAIRS).filter(([method]) => evaluated.includes(method))) {
      run.refuses(await session.send(method, pair.bare), -32602, `${method} without provenance`);
      const answer = await session.send(method, pair.traced());
      run.holds(answer.decision !== undefined, `${method} with provenance: ${answer.brief}`);
    }
  },
  "provenance.partial": async (run) => {
    const session = await producing(run);
    const call = { tool, arguments: { id: traced("A-1"), note: { value: "bare" } } };
    run.refuses(await session.send("steps/toolCallRequest", call), -32602, "one argument without provenance");
    const message = {
      content: [
        { type: "text", ...traced("hi") },
        { type: "text", value: "bare" },
      ],
    };
    run.refuses(await session.send("steps/userMessage", message), -32602, "one part without provenance");
  },
  "provenance.origin": async (run) => {
    const session = await producing(run);
    for (const [of, provenance] of [
      ["an origin that ACS does not name", { provenance_id: "p-x", origin: "hearsay" }],
      ["no provenance_id", { origin: "user_input" }],
      ["no origin", { provenance_id: "p-y" }],
      ["derived_from that is no list", { provenance_id: "p-z", origin: "agent_generated", derived_from: "p-1" }],
    ] as const) {
      const payload = { content: [{ type: "text", value: "hi", provenance }] };
      run.refuses(await session.send("steps/userMessage", payload), -32602, of);
    }
  },
  "provenance.agent": ofTheAgent,
  "provenance.trust": async () => {
    throw new NotEstablished("trust is optional on the wire in v0.1; no answer of a Guardian has a field for it");
  },
};
