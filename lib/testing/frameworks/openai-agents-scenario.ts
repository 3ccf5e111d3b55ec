/** Scenarios of the adapter tests on an agent of a given shape. */
import { type Ran, runScenario, type Scenario } from "../adapter-contract/scenario";
import type { DriverInput } from "../adapter-driver";
import { type Built, buildSdk, observeSdk, openAiAgentsDriver } from "./openai-agents";

export type Way = (built: Built, input: DriverInput) => Promise<unknown>;
export type Shape = Parameters<typeof buildSdk>[1];

const runText: Way = ({ governed }, { prompt }) => governed.run(prompt);

/** `shape` changes the agent before it is governed. */
export const runShaped = (scenario: Scenario, shape?: Shape, way = runText): Promise<Ran> =>
  runScenario(openAiAgentsDriver, {
    ...scenario,
    enter: (input) => {
      const built = buildSdk(input, shape);
      return observeSdk(built, () => way(built, input));
    },
  });
