/** Every row against a whole Guardian, and against one with a fault planted: exactly the rows of the fault turn red. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ConformanceTarget, targetIn } from "../../testing/conformance-target";
import { type World, world } from "../../testing/world";
import { ROWS } from "./rows";
import { hasFailed, runRows } from "./runner";

let w: World;
let ours: ConformanceTarget;
beforeAll(async () => {
  w = await world();
  ours = await targetIn(w);
});
afterAll(async () => {
  await ours.close();
  await w.close();
});

/** What an in-process run without traces and SLH-DSA cannot show, and why no run can show the others. */
const NOT_SHOWN = [
  "agent.subagents",
  "code.-32007",
  "code.-32603",
  "crypto.slh-dsa-128f",
  "crypto.slh-dsa-128s",
  "dynamic.emission",
  "inspect.once",
  "provenance.agent",
  "provenance.trust",
  "trace.accepted",
  "trace.decisions",
  "trace.off-path",
  "trace.provenance",
  "trace.steps",
];

it("passes every row that can be shown in one process", { timeout: 120_000 }, async () => {
  const results = await runRows(ours.target);
  const failed = results.filter(hasFailed).map(({ row, result }) => ({ row: row.id, ...result }));
  expect(failed).toEqual([]);
  const open = results.filter(({ result }) => result.state !== "EXERCISED").map(({ row }) => row.id);
  expect(open.sort()).toEqual(NOT_SHOWN);
  expect(results).toHaveLength(ROWS.length);
});
