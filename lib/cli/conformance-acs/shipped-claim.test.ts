/** The claim that the console shows is one of the rows that there are, and made over every way in. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { claimSchema, standingOf } from "../../core/read-models/acs-claim";
import shipped from "../../core/read-models/acs-claim.json";
import { projectRoot } from "../../testing/sources";
import { claimMarkdown, claimOf, claimText } from "./claim";
import { ROWS } from "./rows";
import { WAYS } from "./targets/product";

const claim = claimSchema.parse(shipped);

it("has the very rows of the table: run npm run conformance:acs -- --write-claim when they change", () => {
  const rows = ROWS.map(({ schemaInferred, ...row }) => ({ ...row, schema_inferred: schemaInferred }));
  expect(claim.rows.map(({ results: _results, ...row }) => row)).toEqual(rows);
});

it("was made over the listener, the Next route and stdio, with no row red", () => {
  expect(claim.ways).toEqual([...WAYS]);
  expect(claim.rows.filter((row) => standingOf(row) === "failed")).toEqual([]);
  for (const { results } of claim.rows) {
    expect(results.map(({ way }) => way)).toEqual([...WAYS]);
    for (const { state, why } of results) expect(state === "EXERCISED" || (why ?? "") !== "").toBe(true);
  }
});

it("is kept as the command writes it", () => {
  const file = path.join(projectRoot, "lib/core/read-models/acs-claim.json");
  expect(readFileSync(file, "utf8")).toBe(claimText(claim));
});

it("never takes a row for exercised that failed on one way in", () => {
  const [row] = ROWS;
  if (!row) throw new Error("no rows");
  const one = (way: string, passed: boolean) => ({
    way,
    results: [{ row, result: passed ? ({ state: "EXERCISED", passed } as const) : failure }],
  });
  const failure = { state: "EXERCISED", passed: false, why: "a|b\nc" } as const;
  const made = claimOf([one("listener", true), one("stdio", false)], { madeAt: "2026-11-30T18:00:00Z", build: "x" });
  expect(made.rows.map(standingOf)).toEqual(["failed"]);
  expect(claimMarkdown(made)).toContain("| EXERCISED | **EXERCISED, FAILED**: a\\|b c |");
  expect(() => claimOf([], { madeAt: "", build: "" })).toThrow();
});
