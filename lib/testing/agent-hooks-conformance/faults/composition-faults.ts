/** Faults in composition, modes, approval and posture. */
import { createEmitter } from "../../../agent-hooks/emitter";
import type { AgentHooksOptions } from "../../../agent-hooks/hook-session";
import type { ApprovalRequest, Composition } from "../../../agent-hooks/types";
import { type Fault, withRecord } from "./fault";

/** Combines by another profile and says so or not: what counts is what comes out. */
const composing =
  (profile: Composition["profile"], instead: Composition) =>
  (options: AgentHooksOptions): AgentHooksOptions =>
    options.composition?.profile === profile ? { ...options, composition: instead } : options;

const resolving =
  (change: (request: ApprovalRequest, ask: () => unknown) => unknown) =>
  (options: AgentHooksOptions): AgentHooksOptions => {
    const { resolver } = options;
    if (!resolver) return options;
    return {
      ...options,
      resolver: { resolve: (request, signal) => change(request, () => resolver.resolve(request, signal)) },
    };
  };

const approved = ({ context_identity }: ApprovalRequest) => ({
  outcome: "approve",
  context_identity,
  verdict: { decision: "allow" },
});

export const COMPOSITION_FAULTS: readonly Fault[] = [
  {
    name: "stop goes on",
    red: [201],
    options: composing("sequential/first_deny", { profile: "sequential/first_deny", on_approval: "resume" }),
  },
  {
    name: "resume stops",
    red: [202, 205, 206],
    options: composing("sequential/first_deny", { profile: "sequential/first_deny", on_approval: "stop" }),
  },
  {
    name: "run_all stops at the first deny",
    red: [212, 216, 354],
    options: composing("sequential/run_all", { profile: "sequential/first_deny" }),
  },
  {
    name: "strictest folds transforms instead of seeing a conflict",
    red: [223, 224],
    options: composing("parallel/strictest", { profile: "sequential/run_all" }),
  },
  {
    name: "unanimous takes the strictest",
    red: [232, 233, 234],
    options: composing("parallel/unanimous", { profile: "parallel/strictest" }),
  },
  {
    name: "the knob of a conflict is not read",
    red: [223],
    options: composing("parallel/strictest", { profile: "parallel/strictest" }),
  },
  {
    name: "evaluate_only applies transforms and consults",
    red: [241, 242],
    async emission(emission, given, options) {
      if (options.mode !== "evaluate_only") return emission;
      const enforced = await createEmitter({ ...options, mode: "enforce" }).emit(given);
      return { ...withRecord(enforced, { mode: "evaluate_only" }), permitted: true };
    },
  },
  {
    name: "evaluate_only blocks",
    red: [242, 243],
    emission: (emission) => ({ ...emission, permitted: emission.verdict.decision !== "deny" }),
  },
  {
    name: "the mode of one point is the mode of all",
    red: [245],
    options: (options) => (typeof options.mode === "object" ? { ...options, mode: "evaluate_only" } : options),
  },
  {
    name: "the echo rule is not checked",
    red: [328, 329, 338],
    options: resolving(async ({ context_identity }, ask) => ({ ...((await ask()) as object), context_identity })),
  },
  {
    name: "a resolver that fails has approved",
    red: [323, 324],
    options: resolving(async (request, ask) => {
      try {
        return (await ask()) ?? approved(request);
      } catch {
        return approved(request);
      }
    }),
  },
  {
    name: "a resolver that does not answer has approved",
    red: [322],
    options: resolving((request, ask) =>
      Promise.race([ask(), new Promise((resolve) => setTimeout(() => resolve(approved(request)), 5))]),
    ),
  },
  {
    name: "what is unresolved is approved",
    red: [321, 326],
    options: resolving((request, ask) =>
      (ask() as { outcome?: unknown } | null)?.outcome === "unresolved" ? approved(request) : ask(),
    ),
  },
  {
    name: "an approval needs no verdict",
    red: [325],
    options: resolving((_request, ask) => {
      const answer = ask() as { outcome?: unknown; verdict?: unknown } | null;
      return answer?.outcome === "approve" && answer.verdict === undefined
        ? { ...answer, verdict: { decision: "allow" } }
        : answer;
    }),
  },
  {
    name: "the approver sees what should have been redacted",
    red: [334],
    options: ({ redactForApproval: _redact, ...options }) => options,
  },
  {
    name: "posture terminate continues",
    red: [371, 374],
    surface: "terminate",
    options: (options) => ({ ...options, surface: { ...options.surface, toolSeamHostError: "continue" } }),
  },
  {
    name: "posture continue terminates",
    red: [372, 375],
    options: (options) => ({ ...options, surface: { ...options.surface, toolSeamHostError: "terminate" } }),
  },
];
