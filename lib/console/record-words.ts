/** What the console says about records of Agent Hooks hosts. What is only evaluated is never called enforced. */
import { isDisagreement, type RecordFlag } from "../core/agent-hooks/compare-records";
import type { RecordFacts } from "../core/agent-hooks/record";
import { visibleText } from "../core/text/visible";

const POINTS: { readonly [point in RecordFacts["point"]]: string } = {
  agent_startup: "Startup",
  input: "Input",
  pre_model_call: "Model call",
  post_model_call: "Model answer",
  pre_tool_call: "Tool call",
  post_tool_call: "Tool result",
  output: "Output",
  agent_shutdown: "Shutdown",
};

export const pointWord = (point: RecordFacts["point"]): string => POINTS[point];

/** What the host says became of the action. */
export function outcomeWord({ mode, decision, resolvedBy }: RecordFacts): string {
  if (mode === "evaluate_only") return "Not enforced";
  if (decision === "deny") return "Blocked";
  if (decision === "transform") return "Rewritten";
  return resolvedBy === "approval" ? "Approved" : "Let through";
}

/** On hover. A reason is somebody's text: hidden characters of it show. */
export const recordTitle = ({ decision, reason }: RecordFacts): string =>
  `The host's record: ${decision}${reason === null ? "" : `, ${visibleText(reason)}`}`;

interface FlagWords {
  /** For a row. */
  readonly short: string;
  readonly title: string;
  readonly sentence: string;
}

const FLAGS: { readonly [flag in RecordFlag]: FlagWords } = {
  permitted_though_denied: {
    short: "Let through",
    title: "The host let through what was not allowed",
    sentence:
      "The Guardian denied this, or asked and nobody approved. The record of the host says that the action went on.",
  },
  modification_not_applied: {
    short: "Not rewritten",
    title: "The host did not apply the modification",
    sentence: "The Guardian allowed a modified action. The record of the host says that it went on as it was.",
  },
  executed_though_denied: {
    short: "Ran anyway",
    title: "Ran although it was denied",
    sentence: "A result came in for a call that was denied. What ran was not authorised here.",
  },
  decision_without_record: {
    short: "No record",
    title: "No record from the host",
    sentence: "The Guardian decided, and the host says nothing about what became of it.",
  },
  record_without_decision: {
    short: "No decision",
    title: "The Guardian never decided this",
    sentence: "The host let it through at a point that owes a decision, and no entry of the chain is about it.",
  },
  evaluate_only: {
    short: "Not enforced",
    title: "Evaluated only, not enforced",
    sentence: "The host says that it ran in evaluate-only mode: the action went on whatever the verdict was.",
  },
};

export const flagWords = (flag: RecordFlag): FlagWords => FLAGS[flag];

/** The flag that a row names: a disagreement before anything else. */
export const worstFlag = (flags: readonly RecordFlag[]): RecordFlag | null =>
  flags.find((flag) => isDisagreement([flag])) ?? flags[0] ?? null;
