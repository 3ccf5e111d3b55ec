/** Reads a vector strictly: whatever the kit would not assert makes it unreadable. */
import { err, ok, type Result } from "../../core/result";
import { INTERCEPTION_POINTS } from "../types";
import { expectation } from "./expectation-shape";
import { anything, byPath, closed, either, flag, list, object, oneOf, open, type Shape, text, textLike } from "./shape";
import type { Vector } from "./vector";

const point = oneOf(...INTERCEPTION_POINTS);
const mode = oneOf("enforce", "evaluate_only");
const posture = oneOf("continue", "terminate");
const toolCall = { id: text, name: text, args: object };
const input = closed({ must: { content: anything, role: oneOf("user", "system", "external") } });

const capability = oneOf(
  "model_calls",
  "tool_calls",
  "parallel_tool_calls",
  "streaming",
  "multi_turn",
  "int64_json",
  "bigint_json",
  "buffered_output",
  "incremental_output",
);

const tool = closed({
  must: {
    name: text,
    behavior: list(closed({ must: { return: anything }, may: { when_args: object, is_error: flag } })),
  },
  may: { schema: object },
});

const response = closed({
  must: { content: anything, tool_calls: list(closed({ must: toolCall })), finish_reason: text },
  may: { stream: list(text), stream_truncated: flag },
});

const scenario = closed({
  must: { input },
  may: { further_inputs: list(input), tools: list(tool), model_script: list(closed({ must: { respond: response } })) },
});

const oneOfTwo =
  (shape: Shape, ...names: readonly [string, string]): Shape =>
  (value, at) => {
    const faults = shape(value, at);
    if (faults.length > 0) return faults;
    const given = names.filter((name) => Object.hasOwn(value as object, name));
    return given.length === 1 ? [] : [`${at}: needs exactly one of ${names.join(" and ")}`];
  };

const rule = oneOfTwo(
  closed({
    must: { at: point },
    may: {
      match: byPath,
      return: anything,
      fault: oneOf("raise", "malformed_verdict", "mutate", "hang", "no_json"),
    },
  }),
  "return",
  "fault",
);

const resolve = oneOfTwo(
  closed({
    may: {
      outcome: text,
      verdict: anything,
      fault: oneOf("raise", "hang", "null"),
      identity_override: text,
      echo_recomputed: flag,
    },
  }),
  "outcome",
  "fault",
);

const composition = closed({
  must: {
    profile: oneOf("sequential/first_deny", "sequential/run_all", "parallel/strictest", "parallel/unanimous"),
  },
  may: {
    on_approval: oneOf("stop", "resume"),
    on_disagreement: oneOf("deny", "approval"),
    on_transform_conflict: oneOf("deny", "approval"),
  },
});

const modes = closed({ may: Object.fromEntries(INTERCEPTION_POINTS.map((name) => [name, mode])) });

const vector = oneOfTwo(
  closed({
    must: {
      id: textLike(/^[A-Z]{2,}-CTK-[0-9]{3}(-[a-z0-9-]+)?$/, "no vector id"),
      title: text,
      spec_clause: text,
      scenario,
      expect: expectation,
    },
    may: {
      part: text,
      mode: either(mode, modes),
      capabilities: list(capability),
      posture,
      composition,
      identity_provider: oneOf("jcs-sha256", "ctk-fault", null),
      redact_for_approval: list(textLike(/^\$target(\.|\[|$)/, "no path from $target")),
      interceptor_script: list(rule),
      interceptor_scripts: list(list(rule)),
      approval_script: list(closed({ must: { resolve }, may: { match: byPath } })),
    },
  }),
  "interceptor_script",
  "interceptor_scripts",
);

export interface UnreadableVector {
  readonly id: string | null;
  /** One line for each fault, naming the member. */
  readonly faults: readonly string[];
}

/** Fails on any member that the format does not have, anywhere. */
export function readVector(value: unknown): Result<Vector, UnreadableVector> {
  const faults = vector(value, "vector");
  if (faults.length > 0) return err({ id: idOf(value), faults });
  const read = value as Vector;
  const contradiction = postureContradiction(read);
  return contradiction === null ? ok(read) : err({ id: read.id, faults: [contradiction] });
}

function idOf(value: unknown): string | null {
  return open({ must: { id: text } })(value, "").length === 0 ? (value as { id: string }).id : null;
}

/** The plain outcome is the default posture's, so both must say the same. */
function postureContradiction({ expect }: Vector): string | null {
  const outcomes = expect.run_outcome_by_posture?.outcomes;
  return outcomes === undefined || outcomes.continue === expect.run_outcome
    ? null
    : "vector.expect.run_outcome: differs from the outcome of posture continue";
}
