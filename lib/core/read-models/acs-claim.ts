/** The conformance claim as it is written, checked in and shown: every row with what became of it on each way in. */
import { z } from "zod";

const state = z.strictObject({
  way: z.string(),
  state: z.enum(["EXERCISED", "NOT CLAIMED", "NOT ESTABLISHED"]),
  /** Of exercised rows. */
  passed: z.boolean().optional(),
  /** Why it failed, or was not exercised. */
  why: z.string().optional(),
});

const row = z.strictObject({
  id: z.string(),
  profile: z.string(),
  level: z.enum(["MUST", "SHOULD", "MAY"]),
  text: z.string(),
  ref: z.string(),
  check: z.string(),
  schema_inferred: z.boolean(),
  results: z.array(state).min(1),
});

export const claimSchema = z.strictObject({
  format: z.literal("acs-claim/1"),
  standard: z.string(),
  /** RFC 3339, UTC. */
  made_at: z.string(),
  /** What was run: a commit, or what its operator calls it. */
  build: z.string(),
  ways: z.array(z.string()).min(1),
  rows: z.array(row).min(1),
});

export type AcsClaim = z.infer<typeof claimSchema>;
export type ClaimRow = z.infer<typeof row>;
export type ClaimState = z.infer<typeof state>;

/** How a row stands over all ways: a failure anywhere is a failure; exercised where any way exercised it. */
export type ClaimStanding = "failed" | "exercised" | "not claimed" | "not established";

export function standingOf({ results }: Pick<ClaimRow, "results">): ClaimStanding {
  if (results.some(({ state: is, passed }) => is === "EXERCISED" && passed !== true)) return "failed";
  if (results.some(({ state: is }) => is === "EXERCISED")) return "exercised";
  return results.some(({ state: is }) => is === "NOT ESTABLISHED") ? "not established" : "not claimed";
}
