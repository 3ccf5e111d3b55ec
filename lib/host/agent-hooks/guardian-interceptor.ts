/** Asks the Guardian about every point that ACS has steps for. Registered last, so that it judges what will really happen. */
import type { AcsStep } from "../../agent-hooks/acs/acs-step";
import { stepsOf, turnAfter } from "../../agent-hooks/acs/steps-of";
import { type Answered, permits, verdictOf } from "../../agent-hooks/acs/verdict-of";
import type { AgentContext, Interceptor, Verdict } from "../../agent-hooks/types";
import { memberAt } from "../../core/json/build";
import { askGuardian, deliverStep } from "./ask-guardian";
import { endLink } from "./end-link";
import { type GuardianLink, note } from "./guardian-link";
import type { GuardianLinks } from "./guardian-links";

export function guardianInterceptor(links: GuardianLinks): Interceptor {
  return { name: "guardian", intercept: (context, signal) => judge(links, context, signal) };
}

/** Rejects with `GuardianUnavailable` for everything but the Guardian's own word; the contract denies then. */
async function judge(links: GuardianLinks, context: AgentContext, signal: AbortSignal): Promise<Verdict> {
  const link = await links.of(context);
  if (context.interception_point !== "agent_shutdown") return verdictOf(await askPoint(link, { context, signal }));
  await endLink(link);
  try {
    return verdictOf(await askPoint(link, { context, signal }));
  } finally {
    link.context.lifetime.end();
  }
}

interface Asking {
  readonly context: AgentContext;
  readonly signal: AbortSignal;
}

async function askPoint(link: GuardianLink, asking: Asking): Promise<readonly Answered[]> {
  const steps = stepsOf(asking.context, {
    methods: link.context.terms.methods,
    openTurn: link.openTurn,
    requestIdOf: (id) => link.calls.get(id)?.requestId,
  });
  const answered: Answered[] = [];
  for (const step of steps) {
    const answer = await ask(link, step, asking);
    answered.push(answer);
    link.openTurn = turnAfter(link.openTurn, step, answer.result.decision ?? null);
    remember(link, answer, asking.context);
    if (!permits(answer.result)) break;
  }
  return answered;
}

/** The result of a tool that ran is told in any case, also when the contract no longer waits for the answer. */
function ask(link: GuardianLink, step: AcsStep, { signal }: Asking): Promise<Answered> {
  if (step.method === "steps/sessionEnd") return deliverStep(link.context, step);
  if (step.method !== "steps/toolCallResult") return askGuardian(link.context, step, signal);
  const delivery = deliverStep(link.context, step);
  link.deliveries.add(delivery);
  const settled = () => link.deliveries.delete(delivery);
  delivery.then(settled, settled);
  return delivery;
}

function remember(link: GuardianLink, { step, requestId, result }: Answered, context: AgentContext): void {
  const { chain_hash } = result;
  if (typeof chain_hash === "string") note(link, context.sequence, { entryHash: chain_hash });
  const id = memberAt(context, "tool_call", "id");
  if (typeof id !== "string") return;
  if (step.method === "steps/toolCallResult") {
    link.released.delete(id);
    link.calls.delete(id);
  }
  if (step.method !== "steps/toolCallRequest") return;
  const asked = { requestId, step };
  link.calls.set(id, asked);
  if (permits(result)) link.released.set(id, asked);
}
