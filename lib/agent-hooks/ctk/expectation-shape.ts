/** What a vector may expect. Anything else would be an expectation that nobody asserts. */
import { INTERCEPTION_POINTS } from "../types";
import { anything, byPath, closed, count, flag, list, object, oneOf, paths, text } from "./shape";

const point = oneOf(...INTERCEPTION_POINTS);
const outcome = oneOf("completed", "blocked", "error");

const interception = closed({
  must: { interception_point: point },
  may: {
    context: byPath,
    context_must_validate: flag,
    context_must_contain: list(text),
    context_must_not_contain: list(text),
  },
});

const record = closed({
  must: { interception_point: point },
  may: { assert: byPath, present: paths, absent: paths },
});

const consultation = closed({
  must: { interception_point: point },
  may: { request: byPath, request_must_not_contain: list(text) },
});

export const expectation = closed({
  must: { interceptions: list(interception), run_outcome: outcome },
  may: {
    sequence_strict: flag,
    interceptions_absent: list(point),
    tool_invocations: list(closed({ must: { name: text, args: object } })),
    tool_not_invoked: list(text),
    final_output: anything,
    released_output: anything,
    persisted_must_not_contain: list(text),
    run_outcome_by_posture: closed({
      must: {
        posture: oneOf("tool_seam_host_error"),
        outcomes: closed({ must: { continue: outcome, terminate: outcome } }),
      },
    }),
    identities_equal: flag,
    records: list(record),
    record_count: count,
    consultations: list(consultation),
    model_requests: list(closed({ may: { must_contain: list(text), must_not_contain: list(text) } })),
  },
});
