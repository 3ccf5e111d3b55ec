/** What integration tests look at behind a Guardian's answers: its rows, its chains, its refusal records. */
import { type ChainReport, verifyChain } from "../core/chain/verify";
import { DEFAULT_SETTINGS, type PolicyBundle } from "../core/policy/bundle";
import { DEFAULT_BUNDLE } from "../core/policy/default-bundle";
import type { ResolveInput } from "../guardian/approvals/resolve";
import { serveView } from "../guardian/approvals/serve-view";
import type { GuardianDeps } from "../guardian/deps";
import { nodeCrypto } from "../server/crypto-node";
import type { ScriptedSession } from "./scripted-agent";
import type { TestPerson, World } from "./world";

/** What the refusal table got while `work` ran. */
export async function refusalsDuring(w: World, work: () => Promise<unknown>) {
  await w.container.journal.flush();
  const last = await w.container.prisma.refusal.findFirst({ orderBy: { id: "desc" } });
  await work();
  await w.container.journal.flush();
  return w.container.prisma.refusal.findMany({ where: { id: { gt: last?.id ?? 0n } }, orderBy: { id: "asc" } });
}

export interface SessionRows {
  readonly key: string;
  readonly state: string;
  readonly headSeq: number;
  readonly headHash: string | null;
  readonly entries: number;
  readonly reservations: number;
  readonly approvals: number;
  readonly envelopes: number;
}

/** How much the database holds of a session. */
export async function rowsOf(w: World, { sessionId }: ScriptedSession): Promise<SessionRows> {
  const { prisma } = w.container;
  const session = await prisma.session.findFirstOrThrow({ where: { sessionIdLower: sessionId.toLowerCase() } });
  const where = { sessionKey: session.key };
  return {
    key: session.key,
    state: session.state,
    headSeq: session.headSeq,
    headHash: session.headHash,
    entries: await prisma.entry.count({ where }),
    reservations: await prisma.reservation.count({ where }),
    approvals: await prisma.approval.count({ where }),
    envelopes: await prisma.envelope.count({ where }),
  };
}

/** Stored entries of a session in order, each with the messages that it commits to. */
export async function chainOf(w: World, session: ScriptedSession) {
  const { key } = await rowsOf(w, session);
  const entries = await w.container.prisma.entry.findMany({ where: { sessionKey: key }, orderBy: { seq: "asc" } });
  const envelopes = await w.container.prisma.envelope.findMany({ where: { sessionKey: key, seq: { not: null } } });
  const bySeq = new Map(envelopes.map((envelope) => [envelope.seq, envelope]));
  return entries.map((entry) => ({ ...entry, envelope: bySeq.get(entry.seq) ?? null }));
}

/** The session's chain recomputed from stored bytes and held against its head. */
export async function verified(w: World, session: ScriptedSession): Promise<ChainReport> {
  const { headSeq, headHash } = await rowsOf(w, session);
  const items = (await chainOf(w, session)).map(({ seq, content, envelope }) => ({
    seq,
    entry: content,
    request: envelope?.request ?? null,
    response: envelope?.response ?? null,
  }));
  return verifyChain(nodeCrypto, items, { count: headSeq, head: headHash });
}

export async function auditActions(w: World, session: ScriptedSession): Promise<string[]> {
  const { key } = await rowsOf(w, session);
  const rows = await w.container.prisma.audit.findMany({ where: { sessionKey: key }, orderBy: { id: "asc" } });
  return rows.map((row) => row.action);
}

/** What a person's browser posts after looking at the item: an approval of what was served. */
export async function decisionForm(deps: GuardianDeps, approvalId: string, by: TestPerson): Promise<ResolveInput> {
  const who = { approvalId, personId: by.id, signInId: by.signInId };
  const served = await serveView(deps, who);
  if (!served.ok) throw new Error("the view was not served");
  const { revision, action_digest, view_digest } = served.value;
  return { ...who, verdict: "approve", revision, action_digest, view_digest, channel: "console" };
}

/** Runs SQL on the test's database. */
export async function sql(w: World, text: string, values: unknown[] = []): Promise<void> {
  await w.container.pool.query(text, values);
}

// ── policies ───────────────────────────────────────────────────────────────────────────────────────────────────────

export const PERMIT_ALL = { id: "permit-all", text: "permit (principal, action, resource);" };

/** A forbid on toolCallRequest with these annotations, for every tool or when `when` holds. */
export function rule(id: string, annotations: Record<string, string>, when?: string): { id: string; text: string } {
  const marks = Object.entries(annotations).map(([name, value]) => `@${name}(${JSON.stringify(value)})`);
  const head = 'forbid (principal, action == Action::"steps/toolCallRequest", resource)';
  return { id, text: [...marks, when === undefined ? `${head};` : `${head} when { ${when} };`].join("\n") };
}

export const bundleOf = (
  name: string,
  policies: PolicyBundle["policies"],
  settings: Partial<PolicyBundle["settings"]> = {},
): PolicyBundle => ({ v: "guardian-bundle/1", name, settings: { ...DEFAULT_SETTINGS, ...settings }, policies });

/** The default policies and these. */
export const defaultAnd = (name: string, ...more: PolicyBundle["policies"]): PolicyBundle => ({
  ...DEFAULT_BUNDLE,
  name,
  policies: [...DEFAULT_BUNDLE.policies, ...more],
});
