/** The published golden identities against ours, and the one that is known to be wrong. */
import { contextIdentity } from "../../agent-hooks/identity";
import type { AgentContext } from "../../agent-hooks/types";
import type { GoldenFixture } from "./vector-files";

/** RFC 8785 prints 9.999999999999997e+22 as it is; the fixture expects the neighbouring double's text. */
export const KNOWN_WRONG: Readonly<Record<string, string>> = {
  "G-15-rfc8785-numbers":
    "the fixture expects 9.999999999999996e+22 where RFC 8785 prints 9.999999999999997e+22; the correct bytes are kept",
};

export interface GoldenResult {
  readonly id: string;
  readonly agrees: boolean;
  /** Why it need not agree. */
  readonly known?: string;
}

/** Throws on zero fixtures. */
export function compareGoldens(fixtures: readonly GoldenFixture[]): readonly GoldenResult[] {
  if (fixtures.length === 0) throw new Error("there are no golden identities to compare");
  return fixtures.map(({ id, ctx, expect }) => {
    const identity = contextIdentity(ctx as AgentContext);
    const agrees = identity.ok ? identity.value === expect.context_identity : expect.error !== undefined;
    const known = KNOWN_WRONG[id];
    return { id, agrees, ...(known === undefined ? {} : { known }) };
  });
}

/** A fixture that is known to be wrong and agrees all the same is a finding as well: the list is then out of date. */
export const goldenFaults = (results: readonly GoldenResult[]): readonly string[] =>
  results.filter(({ agrees, known }) => agrees === (known !== undefined)).map(({ id }) => id);
