/** Scenarios of the adapter tests on an agent of a given shape. */

import { type Ran, runScenario, type Scenario } from "../adapter-contract/scenario";
import type { DriverInput } from "../adapter-driver";
import { asked, type Built, build, langgraphDriver, observe } from "./langgraph";

type Extra = Parameters<typeof build>[1];
export type Way = (built: Built, input: DriverInput) => Promise<unknown>;

const invoke: Way = ({ agent }, { prompt }) => agent.invoke(asked(prompt));

/** `extra` joins the parameters of `createAgent`. */
export const runShaped = (scenario: Scenario, extra: Extra = {}, way = invoke): Promise<Ran> =>
  runScenario(langgraphDriver, {
    ...scenario,
    enter: (input) => {
      const built = build(input, extra);
      return observe(built, () => way(built, input));
    },
  });
