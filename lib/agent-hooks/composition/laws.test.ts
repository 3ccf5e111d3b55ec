import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolContext } from "../../testing/agent-contexts";
import { ALLOW, ASK, approving, DENY, saying, write } from "../../testing/scripted-guards";
import { createEmitter } from "../emitter";
import type { Composition, ContractOptions, Emission, Verdict } from "../types";
import { severity } from "./aggregate";

const PROFILES: readonly Composition[] = [
  { profile: "sequential/first_deny", on_approval: "stop" },
  { profile: "sequential/first_deny", on_approval: "resume" },
  { profile: "sequential/run_all" },
  { profile: "parallel/strictest", on_transform_conflict: "deny" },
  { profile: "parallel/strictest", on_transform_conflict: "approval" },
  { profile: "parallel/unanimous", on_disagreement: "deny" },
  { profile: "parallel/unanimous", on_disagreement: "approval" },
];
async function emit(
  composition: Composition,
  answers: readonly unknown[],
  options: Partial<ContractOptions> = {},
): Promise<Emission> {
  const emitter = createEmitter({ interceptors: answers.map(saying), composition, ...options });
  return emitter.emit(toolContext({ amount: 5 }));
}

const anyVerdict = fc.constantFrom<unknown>(
  ALLOW,
  DENY,
  ASK,
  write(1),
  write(2),
  { decision: "allow", warnings: [{ reason: "w" }], result_labels: ["l"] },
  { decision: "transform", transform: { path: "$target.missing", value: 1 } },
  "broken",
);

describe("every profile", () => {
  it("permits nothing that one interceptor denied, when nobody approves", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PROFILES),
        fc.array(anyVerdict, { minLength: 1 }),
        async (profile, answers) => {
          const { permitted, verdict } = await emit(profile, answers);
          const isDenied = answers.some((answer) => answer === DENY || answer === ASK || answer === "broken");
          expect(permitted).toBe(verdict.decision !== "deny");
          if (isDenied) expect(permitted).toBe(false);
        },
      ),
    );
  });

  it("permits nothing that one interceptor plainly denied, even when everything is approved", async () => {
    const profiles = PROFILES.filter(
      ({ profile }) => profile === "sequential/run_all" || profile === "parallel/strictest",
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...profiles), fc.array(anyVerdict), fc.nat(), async (profile, answers, at) => {
        const withDeny = answers.toSpliced(at % (answers.length + 1), 0, DENY);
        expect((await emit(profile, withDeny, { resolver: approving(ALLOW) })).permitted).toBe(false);
      }),
    );
  });

  it("never comes to less than the strictest verdict that counted", async () => {
    const valid = fc.constantFrom<unknown>(ALLOW, DENY, ASK, write(1));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PROFILES), fc.array(valid, { minLength: 1 }), async (profile, answers) => {
        const { verdict } = await emit(profile, answers);
        const counted =
          profile.profile === "sequential/first_deny" ? answers.slice(0, firstDenyAt(answers) + 1) : answers;
        const highest = Math.max(...counted.map((answer) => severity(answer as Verdict)));
        const isSynthesized = verdict.reason?.startsWith("host_error:") ?? false;
        if (!isSynthesized) expect(severity(verdict)).toBe(highest);
        if (isSynthesized) expect(verdict.decision).toBe("deny");
      }),
    );
  });

  it("keeps the target where nothing was applied", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PROFILES),
        fc.array(anyVerdict, { minLength: 1 }),
        async (profile, answers) => {
          const { record, target } = await emit(profile, answers);
          const unchanged = JSON.stringify(target) === '{"amount":5}';
          expect(record.input_identity === record.enforced_identity).toBe(unchanged);
        },
      ),
    );
  });
});

function firstDenyAt(answers: readonly unknown[]): number {
  const found = answers.findIndex((answer) => (answer as Verdict).decision === "deny");
  return found === -1 ? answers.length : found;
}
