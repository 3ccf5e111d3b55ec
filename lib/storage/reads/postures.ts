/** The postures in force: each agent's settings, and the terms of the session that it opened last. */
import type { PrismaClient } from "../../../prisma/generated/client";
import type { AgentPosture } from "../../core/read-models/postures";
import { parseTerms } from "../../core/session/terms";

export async function agentPostures(prisma: PrismaClient, tenantId: string): Promise<readonly AgentPosture[]> {
  const agents = await prisma.agent.findMany({ where: { tenantId }, orderBy: [{ name: "asc" }, { key: "asc" }] });
  const last = await prisma.session.findMany({
    where: { tenantId, agentKey: { in: agents.map(({ key }) => key) } },
    distinct: ["agentKey"],
    orderBy: [{ agentKey: "asc" }, { openedAt: "desc" }],
    select: { key: true, agentKey: true, openedAt: true, terms: true },
  });
  const lastOf = new Map(last.map((session) => [session.agentKey, session]));
  return agents.map((agent) => ({
    key: agent.key,
    name: agent.name,
    disabled: agent.disabledAt !== null,
    onDecisionFailure: agent.onDecisionFailure === "proceed" ? "proceed" : "deny",
    canAsk: agent.canAsk,
    canModify: agent.canModify,
    askSubstitute: agent.askSubstitute,
    timeoutMs: agent.timeoutMs,
    skewMs: agent.skewMs,
    last: lastTerms(lastOf.get(agent.key)),
  }));
}

function lastTerms(session: { key: string; openedAt: Date; terms: string } | undefined): AgentPosture["last"] {
  const terms = session ? parseTerms(session.terms) : null;
  if (!session || !terms?.ok) return null;
  const { on_decision_failure: onDecisionFailure, profiles_accepted: profiles, provenance } = terms.value;
  return { sessionKey: session.key, openedAt: session.openedAt.getTime(), onDecisionFailure, profiles, provenance };
}
