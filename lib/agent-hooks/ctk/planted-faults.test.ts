/** The kit sees what it is there to see: each deliberately faulty contract turns the vectors red that speak of it. */
import { describe, expect, it } from "vitest";
import { COMPOSITION_FAULTS } from "../../testing/agent-hooks-conformance/faults/composition-faults";
import { type Fault, plant } from "../../testing/agent-hooks-conformance/faults/fault";
import { INTERCEPTOR_FAULTS } from "../../testing/agent-hooks-conformance/faults/interceptor-faults";
import { RECORD_FAULTS } from "../../testing/agent-hooks-conformance/faults/record-faults";
import { referenceHarness } from "../../testing/agent-hooks-conformance/reference-harness";
import { SURFACES } from "../../testing/agent-hooks-conformance/surfaces";
import { ownVectors } from "../../testing/agent-hooks-conformance/vector-files";
import { runVectors } from "./run-vectors";

const FAULTS: readonly Fault[] = [...INTERCEPTOR_FAULTS, ...COMPOSITION_FAULTS, ...RECORD_FAULTS];
const numberOf = (id: string) => Number(id.split("-")[2]);

async function statuses(fault: Fault, isPlanted: boolean): Promise<readonly [number, string][]> {
  const surface = SURFACES[fault.surface ?? "continue"];
  const vectors = ownVectors().filter((vector) => fault.red.includes(numberOf((vector as { id: string }).id)));
  const harness = () => referenceHarness(isPlanted ? { surface, create: plant(fault) } : { surface });
  return (await runVectors(harness, vectors)).map(({ id, status }) => [numberOf(id), status]);
}

describe.each(FAULTS)("where $name", (fault) => {
  it("the vectors about it fail, and pass without the fault", async () => {
    expect(await statuses(fault, true)).toEqual(fault.red.map((id) => [id, "fail"]));
    expect(await statuses(fault, false)).toEqual(fault.red.map((id) => [id, "pass"]));
  });
});

it("plants nothing where there is no fault", async () => {
  const harness = () => referenceHarness({ surface: SURFACES.continue, create: plant({ name: "none", red: [] }) });
  expect((await runVectors(harness, ownVectors())).filter(({ status }) => status === "fail")).toEqual([]);
});
