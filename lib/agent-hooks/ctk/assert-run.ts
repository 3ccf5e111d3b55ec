/** What a vector says about what the run did and what came out of it. */
import type { ToolSeamHostError } from "../types";
import type { RunRecord } from "./harness";
import { sameJson } from "./same-json";
import type { Expectation } from "./vector";

/** One line for each broken expectation. */
export function runFaults(expect: Expectation, run: RunRecord, posture: ToolSeamHostError): readonly string[] {
  const outcome = expect.run_outcome_by_posture?.outcomes[posture] ?? expect.run_outcome;
  const faults =
    run.outcome === outcome ? [] : [`run_outcome: ${run.outcome} under posture ${posture}, not ${outcome}`];
  if (expect.final_output !== undefined && !sameJson(run.final_output, expect.final_output))
    faults.push("final_output: is not as expected");
  return [...faults, ...toolFaults(expect, run), ...requestFaults(expect, run), ...egressFaults(expect, run)];
}

function toolFaults(expect: Expectation, { tool_invocations: invocations }: RunRecord): readonly string[] {
  const faults: string[] = [];
  if (expect.tool_invocations !== undefined && !sameJson(invocations, expect.tool_invocations))
    faults.push(
      `tool_invocations: run were ${invocations.map(({ name }) => name).join(", ") || "none"}, as is not expected`,
    );
  for (const tool of expect.tool_not_invoked ?? [])
    if (invocations.some(({ name }) => name === tool)) faults.push(`tool_not_invoked: ${tool} was run`);
  return faults;
}

function requestFaults({ model_requests: expected }: Expectation, { model_requests: sent }: RunRecord) {
  if (expected === undefined) return [];
  if (sent?.length !== expected.length)
    return [`model_requests: ${sent ? `there were ${sent.length}` : "not reported"}`];
  return expected.flatMap(({ must_contain: wanted = [], must_not_contain: unwanted = [] }, index) => {
    const text = sent[index] ?? "";
    return [
      ...wanted.filter((needle) => !text.includes(needle)).map((needle) => `does not contain "${needle}"`),
      ...unwanted.filter((needle) => text.includes(needle)).map((needle) => `contains "${needle}"`),
    ].map((fault) => `model_requests[${index}]: ${fault}`);
  });
}

/** What a harness does not report is not taken for empty. */
function egressFaults(expect: Expectation, run: RunRecord): readonly string[] {
  const faults: string[] = [];
  if (expect.released_output !== undefined && !sameJson(run.released_output, expect.released_output))
    faults.push(
      run.released_output === undefined ? "released_output: not reported" : "released_output: is not as expected",
    );
  const needles = expect.persisted_must_not_contain ?? [];
  if (needles.length > 0 && run.persisted === undefined) return [...faults, "persisted: not reported"];
  const text = JSON.stringify(run.persisted ?? null);
  for (const needle of needles) if (text.includes(needle)) faults.push(`persisted contains "${needle}"`);
  return faults;
}
