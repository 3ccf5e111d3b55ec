/** What a session has been through, from its stored context, with the people and steps behind the ids. */
import type { PrismaClient } from "../../../prisma/generated/client";
import type { SessionStory, StoryIntent } from "../../core/read-models/session-story";
import { EMPTY_CONTEXT, type SessionContext } from "../../core/session/context";
import { parseContext } from "../../core/session/stored";
import { actorsOf } from "./people";
import { sessionFamily } from "./session-family";

/** Null for a session of another tenant or none at all. */
export async function sessionStory(
  prisma: PrismaClient,
  place: { readonly tenantId: string; readonly key: string },
): Promise<SessionStory | null> {
  const session = await prisma.session.findFirst({ where: place, select: { context: true } });
  if (session === null) return null;
  const read = session.context === "" ? null : parseContext(session.context);
  const context = read?.ok ? read.value : EMPTY_CONTEXT;
  const [seqs, turns, family, actors, children] = await Promise.all([
    seqsOf(prisma, place.key, context),
    turnCounts(prisma, place.key),
    sessionFamily(prisma, place),
    actorsOf(prisma, context.intent?.grants.map((grant) => grant.approver) ?? []),
    prisma.session.findMany({
      where: {
        tenantId: place.tenantId,
        sessionIdLower: { in: context.subagents.map((each) => lower(each.session_id)) },
      },
      select: { key: true, sessionIdLower: true },
    }),
  ]);
  const keys = new Map(children.map(({ key, sessionIdLower }) => [sessionIdLower, key]));
  const at = (id: string): number | null => seqs.get(lower(id)) ?? null;
  return {
    readable: read === null || read.ok,
    intent: intentOf(context, at, actors),
    policyMode: context.policy_mode,
    turns: { ...turns, open: context.turns.map(turnOf) },
    subagents: context.subagents.map((each) => ({
      sessionId: each.session_id,
      key: keys.get(lower(each.session_id)) ?? null,
      derivation: each.derivation,
      state: each.state,
      outcome: each.outcome ?? null,
      seq: at(each.step_id),
    })),
    family,
    skills: context.skills.map((skill) => ({
      skillId: skill.skill_id,
      algorithm: skill.algorithm,
      value: skill.value,
      loadPath: skill.load_path,
      seq: at(skill.step_id),
    })),
    summary: context.summary.entry_count === 0 ? null : context.summary,
    firstSeq: firstSeqs(context, at),
    deferrals: context.deferrals,
    compactions: context.compactions,
  };
}

const lower = (text: string): string => text.toLowerCase();

const turnOf = (turn: SessionContext["turns"][number]) => ({
  turnId: turn.turn_id,
  parentTurnId: turn.parent_turn_id ?? null,
  triggeredBy: turn.triggered_by,
  steps: turn.steps,
});

function intentOf(
  { intent }: SessionContext,
  at: (id: string) => number | null,
  actors: Awaited<ReturnType<typeof actorsOf>>,
): StoryIntent | null {
  if (intent === null) return null;
  return {
    raw: intent.raw ?? null,
    parsed: intent.parsed ?? [],
    scopeMode: intent.scope_mode ?? null,
    digest: intent.digest,
    seq: at(intent.step_id),
    grants: intent.grants.map((grant) => ({
      capabilities: grant.capabilities,
      by: actors(grant.approver),
      approvalId: grant.approval_id,
      seq: at(grant.entry_id),
    })),
  };
}

function firstSeqs(
  { summary }: SessionContext,
  at: (id: string) => number | null,
): { readonly [origin: string]: number } {
  const found = Object.entries(summary.earliest_step_id_by_origin).flatMap(([origin, id]) => {
    const seq = id === undefined ? null : at(id);
    return seq === null ? [] : [[origin, seq] as const];
  });
  return Object.fromEntries(found);
}

/** Steps by request id, and the Guardian's own entries by entry id. */
async function seqsOf(
  prisma: PrismaClient,
  key: string,
  context: SessionContext,
): Promise<ReadonlyMap<string, number>> {
  const grants = context.intent?.grants ?? [];
  const ids = [
    context.intent?.step_id ?? "",
    ...context.subagents.map((each) => each.step_id),
    ...context.skills.map((each) => each.step_id),
    ...Object.values(context.summary.earliest_step_id_by_origin),
  ].filter((id): id is string => id !== undefined && id !== "");
  const entries = await prisma.entry.findMany({
    where: {
      sessionKey: key,
      OR: [{ stepId: { in: [...ids, ...ids.map(lower)] } }, { entryId: { in: grants.map((grant) => grant.entry_id) } }],
    },
    orderBy: { seq: "desc" },
    select: { seq: true, stepId: true, entryId: true },
  });
  return new Map(
    entries.flatMap(({ seq, stepId, entryId }) => [[lower(stepId), seq] as const, [lower(entryId), seq] as const]),
  );
}

async function turnCounts(prisma: PrismaClient, key: string) {
  const count = (stepType: string) => prisma.entry.count({ where: { sessionKey: key, stepType } });
  const [started, ended] = await Promise.all([count("steps/turnStart"), count("steps/turnEnd")]);
  return { started, ended };
}
