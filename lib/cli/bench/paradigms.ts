/** What each paradigm adds to a decision, in the processor alone: calls that it lets pass, so that all of it is looked at. */

import { paradigmFindings } from "../../core/policy/paradigm-rules";
import type { ParadigmSettings } from "../../core/policy/paradigms";
import type { RuleInput } from "../../core/policy/types";
import { prov, retrieval, SessionModel, toolCall, userMessage } from "../../testing/session-model";
import type { CpuCost } from "./cpu";
import { timeCalls } from "./measure";

const CONSEQUENTIAL: ParadigmSettings = { consequential: ["network.*", "payments.*"] };
const IBAC: ParadigmSettings = { ibac: { on_mismatch: "ask", max_extensions: 5 } };
const FIDES: ParadigmSettings = { fides: { on_untrusted: "deny", flows: [{ from: "hr", to: ["hr_report"] }] } };
const CAMEL: ParadigmSettings = {
  camel: { arguments: [{ tool: "send_mail", argument: "recipient", may_come_from: ["user_input"] }] },
};
const AARM: ParadigmSettings = { aarm: { look_back_steps: 20, on_taint: "deny" } };

const SETTINGS: readonly (readonly [name: string, settings: ParadigmSettings])[] = [
  ["IBAC", IBAC],
  ["FIDES", { ...CONSEQUENTIAL, ...FIDES }],
  ["CaMeL", CAMEL],
  ["AARM", { ...CONSEQUENTIAL, ...AARM }],
  ["all four", { ...CONSEQUENTIAL, ...IBAC, ...FIDES, ...CAMEL, ...AARM }],
];

/** Values that came into the session before. */
const EARLIER = 1_000;

export function paradigmCosts(ms: number): readonly CpuCost[] {
  return SETTINGS.map(([name, settings]) => {
    const input = mailOf(settings);
    if (paradigmFindings(input).length > 0) throw new Error(`${name} objects to the call of the bench`);
    const what = `${name}: a call with 4 traced arguments, after ${EARLIER.toLocaleString("en-US")} values`;
    return { what, ...timeCalls(() => paradigmFindings(anew(input)), ms) };
  });
}

/** The same step as a new message: what is read of a payload once is not read again. */
const anew = (input: RuleInput): RuleInput => ({
  ...input,
  payload: Object.assign(Object.create(null), input.payload),
});

function mailOf(settings: ParadigmSettings): RuleInput {
  const model = new SessionModel(settings);
  const parsed = Array.from({ length: 20 }, (_, index) => ({ tool: `tool_${index}` }));
  const intent = { parsed: [...parsed, { tool: "send_mail" }], parser_provenance: prov("intent", "user_input") };
  model.take({ method: "steps/sessionStart", payload: { intent } });
  for (let index = 0; index < EARLIER; index += 1) {
    model.take(retrieval(prov(`r${index}`, "retrieved", { source_id: `page-${index % 40}` })));
  }
  model.take(userMessage("Mail it to my manager.", prov("said", "user_input", { source_id: "user" })));
  const made = (id: string) => prov(id, "agent_generated", { derived_from: ["said"] });
  const call = toolCall(
    "send_mail",
    {
      recipient: ["boss@example.com", made("a")],
      subject: ["Status", made("b")],
      body: ["All is well.", made("c")],
      priority: ["low", made("d")],
    },
    { capability: "network.egress" },
  );
  return model.input(call);
}
