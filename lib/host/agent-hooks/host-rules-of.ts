/** Fetches the rules that the host applies itself (`guardian/agentHooks/rules`). */
import { z } from "zod";
import { isHostPoint } from "../../core/agent-hooks/points";
import { fromPlainObject } from "../../core/json/build";
import { type HostRule, RULES } from "../../core/wire/agent-hooks";
import type { Judged } from "../answer";
import type { StepContext } from "../step-io";
import { causeOf } from "./ask-guardian";
import { GuardianUnavailable } from "./guardian-unavailable";

const rule = z.looseObject({
  id: z.string(),
  at: z.array(z.string().refine(isHostPoint)),
  find: z.string().min(1).optional(),
  models: z.array(z.string()).optional(),
  verdict: z.union([
    z.looseObject({ decision: z.literal("allow"), warning: z.string() }),
    z.looseObject({ decision: z.literal("deny"), reason: z.string(), message: z.string().optional() }),
    z.looseObject({ decision: z.literal("transform"), reason: z.string(), replacement: z.string() }),
  ]),
});

const answer = z.looseObject({ bundle_digest: z.string(), rules: z.array(rule) });

/** Rejects with `GuardianUnavailable`, also where one rule cannot be read: a rule left out would be a door left open. */
export async function hostRulesOf(context: StepContext): Promise<readonly HostRule[]> {
  const first = await ask(context);
  // a kept-alive connection may have closed under us
  const isLost = first.kind === "unusable" && first.cause === "transport_failed";
  const judged = isLost ? await ask(context) : first;
  if (judged.kind !== "result") throw new GuardianUnavailable(causeOf(judged), RULES);
  const read = answer.safeParse(judged.result);
  if (!read.success) throw new GuardianUnavailable("answer_invalid", RULES);
  return read.data.rules as readonly HostRule[];
}

async function ask({ exchange, terms }: StepContext): Promise<Judged> {
  const sent = await exchange.send({
    method: RULES,
    payload: fromPlainObject({}),
    timeoutMs: terms.timeoutFor("steps/sessionStart"),
  });
  return sent.judged;
}
