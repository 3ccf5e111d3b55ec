/** The table of rows and the checks fit each other, both ways. */
import { expect, it } from "vitest";
import { PROFILES } from "../../core/wire/profiles";
import { CHECKS } from "./checks";
import { ROWS } from "./rows";

it("gives every row a check of its own, and every check a row", () => {
  expect(ROWS.length).toBeGreaterThan(100);
  expect(ROWS.map(({ check }) => check).sort()).toEqual(Object.keys(CHECKS).sort());
  expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length);
});

it("covers ACS-Core and each of the six profiles, with a requirement and its place in words", () => {
  expect([...new Set(ROWS.map(({ profile }) => profile))]).toEqual([...PROFILES]);
  for (const { text, ref } of ROWS) {
    expect(text).toMatch(/^\S.{12,}\.$/);
    expect(ref).toMatch(/§|^C /);
  }
});

it("marks the rows whose schema is known by inference only", () => {
  const inferred = ROWS.filter(({ schemaInferred }) => schemaInferred).map(({ id }) => id);
  expect(inferred).toContain("hook.skillLoad");
  expect(inferred).toContain("inspect.snapshot");
  expect(inferred).not.toContain("hook.subagentStop");
});
