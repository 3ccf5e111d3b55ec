/** Faults in what becomes of a verdict and in what is written down. */
import { InterceptionBlocked } from "../../../agent-hooks/hook-session";
import type { JsonObject } from "../../../core/json/value";
import { type Fault, withRecord } from "./fault";

export const RECORD_FAULTS: readonly Fault[] = [
  {
    name: "a deny is no obstacle",
    red: [203, 311, 312, 313, 373],
    emission: (emission) => ({ ...emission, permitted: true }),
  },
  {
    name: "transforms are written down and not applied",
    red: [204, 291, 299, 302, 303, 333],
    emission: (emission, given) => ({ ...emission, target: given.target, context: given }),
  },
  {
    name: "a rewritten model response is not used",
    red: [300],
    emission: (emission, given) =>
      given.interception_point === "post_model_call" ? { ...emission, target: given.target } : emission,
  },
  {
    name: "the verdict's payload stays on the record",
    red: [204, 333, 337, 351],
    emission: (emission) => withRecord(emission, { verdict: emission.verdict as unknown as JsonObject }),
  },
  {
    name: "a sequence is used again",
    red: [353, 391],
    context: (context) => ({ ...context, sequence: Math.min(context.sequence, 3) }),
  },
  {
    name: "the target is not a second copy of its field",
    red: [204, 300],
    context: (context) =>
      context.interception_point === "pre_tool_call" || context.interception_point === "post_model_call"
        ? { ...context, target: {} }
        : context,
  },
  {
    name: "contexts lack their time",
    red: [353],
    context: ({ timestamp: _timestamp, ...context }) => context as never,
  },
  {
    name: "the identity is of something else",
    red: [353],
    emission: (emission) =>
      withRecord(emission, {
        input_identity: `sha256:${"0".repeat(64)}`,
        enforced_identity: `sha256:${"0".repeat(64)}`,
      }),
  },
  {
    name: "the enforced identity is the input's",
    red: [204, 212, 294, 302],
    emission: (emission) => withRecord(emission, { enforced_identity: emission.record.input_identity }),
  },
  {
    name: "nobody is named as deciding",
    red: [203, 204, 251],
    emission: (emission) => withRecord(emission, { decided_by: null }),
  },
  {
    name: "a fold that was cut short looks whole",
    red: [201, 203, 215],
    emission: (emission) => withRecord(emission, { fold_truncated: false }),
  },
  {
    name: "the record does not say that somebody was asked",
    red: [201, 321, 333],
    emission: (emission) => {
      const { resolved_by: _resolvedBy, ...record } = emission.record;
      return { ...emission, record };
    },
  },
  {
    name: "the single verdicts are lost",
    red: [211, 225, 354],
    emission: (emission) => {
      const { verdicts: _verdicts, ...record } = emission.record;
      return { ...emission, record };
    },
  },
  {
    name: "labels are forgotten",
    red: [381],
    emission: (emission) => {
      const { result_labels: _labels, ...verdict } = emission.verdict;
      return { ...emission, verdict };
    },
  },
  {
    name: "labels of what was denied are kept",
    red: [382],
    context: (context) => ({ ...context, extensions: { host: { source_labels: ["pii"] } } }),
  },
  {
    name: "evidence is cut from the record",
    red: [281, 284],
    emission: (emission) => {
      const { evidence: _evidence, ...verdict } = emission.record.verdict;
      return withRecord(emission, { verdict });
    },
  },
  {
    name: "a denied result reaches the model",
    red: [313, 375],
    session: (session) => ({
      ...session,
      get records() {
        return session.records;
      },
      async tool(call, execute) {
        let value: unknown = null;
        try {
          return await session.tool(call, async (args) => {
            value = await execute(args);
            return value;
          });
        } catch (thrown) {
          if (thrown instanceof InterceptionBlocked && thrown.point === "post_tool_call") return value as string;
          throw thrown;
        }
      },
    }),
  },
  {
    name: "text of a stream leaves before it was judged",
    red: [421, 422],
    surface: "incremental",
    session: (session) => ({
      ...session,
      get records() {
        return session.records;
      },
      stream: (facts, messages, { open, release, ...options }) =>
        session.stream(facts, messages, {
          ...options,
          async *open(permitted) {
            for await (const part of open(permitted)) {
              if ("text" in part) await release?.(part.text);
              yield part;
            }
          },
        }),
    }),
  },
  {
    name: "a record is lost",
    red: [353],
    session: (session) => ({
      ...session,
      get records() {
        return session.records.filter(({ sequence }) => sequence !== 5);
      },
    }),
  },
];
