/** What the admin pages read. */
import { type PolicyBundle, parseBundle } from "../core/policy/bundle";
import type {
  AgentDetail,
  AgentItem,
  AuditItem,
  PersonItem,
  PolicyAnswer,
  PolicyRule,
  RefusalItem,
  SignInItem,
  TrailPage,
} from "../core/read-models/admin";
import { type CedarRule, parseRules } from "../engines/cedar-rules";
import { knownGroups, listPeople, liveSignIns, personItem } from "../storage/reads/accounts";
import { agentDetail, listAgents } from "../storage/reads/agents";
import { actorsOf } from "../storage/reads/people";
import { type AuditFilter, auditTrail, refusalReasons, refusals } from "../storage/reads/trail";
import { isStorable } from "../storage/text";
import { container } from "./container";
import type { Viewer } from "./viewer";

const reading = async ({ tenantId }: Viewer) => {
  const { prisma, clock } = await container();
  return { prisma, tenantId, now: clock.now() };
};

export async function readAgents(viewer: Viewer): Promise<readonly AgentItem[]> {
  const { prisma, tenantId } = await reading(viewer);
  return listAgents(prisma, tenantId);
}

export async function readAgent(viewer: Viewer, key: string): Promise<AgentDetail | null> {
  const { prisma, tenantId } = await reading(viewer);
  return isStorable(key) ? agentDetail(prisma, tenantId, key) : null;
}

export const readPeople = async (viewer: Viewer): Promise<readonly PersonItem[]> => listPeople(await reading(viewer));

export async function readPerson(viewer: Viewer, id: string): Promise<PersonItem | null> {
  return isStorable(id) ? personItem(await reading(viewer), id) : null;
}

export const readGroups = async (viewer: Viewer): Promise<readonly string[]> => knownGroups(await reading(viewer));

export const readSignIns = async (viewer: Viewer, personId: string): Promise<readonly SignInItem[]> =>
  liveSignIns(await reading(viewer), personId);

/** People who may own an agent. */
export async function readOwners(viewer: Viewer): Promise<readonly { id: string; name: string }[]> {
  const people = await readPeople(viewer);
  return people
    .filter((person) => person.kind === "person")
    .map(({ id, name, email }) => ({ id, name: `${name} (${email})` }));
}

export interface TrailRequest extends AuditFilter {
  readonly before: string | null;
}

export async function readAudit(viewer: Viewer, request: TrailRequest): Promise<TrailPage<AuditItem>> {
  const { before, ...filter } = request;
  const query = { ...(await reading(viewer)), before };
  return Object.values(filter).every((text) => isStorable(text ?? ""))
    ? auditTrail(query, filter)
    : { items: [], before: null };
}

export async function readRefusals(
  viewer: Viewer,
  request: { readonly reason?: string; readonly before: string | null },
): Promise<TrailPage<RefusalItem>> {
  const query = { ...(await reading(viewer)), before: request.before };
  return isStorable(request.reason ?? "") ? refusals(query, request.reason) : { items: [], before: null };
}

export async function readRefusalReasons(viewer: Viewer) {
  const { prisma, tenantId } = await reading(viewer);
  return refusalReasons(prisma, tenantId);
}

export async function readPolicy(viewer: Viewer): Promise<PolicyAnswer> {
  const { prisma, tenantId } = await reading(viewer);
  const tenant = await prisma.tenant.findUnique({ where: { id: tenantId } });
  const bundle = tenant?.bundleDigest
    ? await prisma.bundle.findUnique({ where: { digest: tenant.bundleDigest } })
    : null;
  if (!tenant || !bundle) return { kind: "none" };
  const parsed = parseBundle(bundle.content);
  const rules = parsed.ok ? parseRules(parsed.value) : parsed;
  if (!parsed.ok || !rules.ok) {
    const message = rules.ok ? "" : rules.failure.message;
    return { kind: "unreadable", digest: bundle.digest, message };
  }
  const actors = await actorsOf(prisma, [bundle.publishedBy]);
  return {
    kind: "active",
    policy: {
      digest: bundle.digest,
      version: bundle.version,
      epoch: tenant.policyEpoch.toString(),
      name: parsed.value.name,
      publishedAt: bundle.publishedAt.getTime(),
      publishedBy: bundle.publishedBy === null ? null : actors(bundle.publishedBy).name,
      settings: parsed.value.settings,
      rules: rules.value.map((rule) => ruleOf(rule, textOf(parsed.value, rule.id))),
      hostRules: parsed.value.host_rules ?? [],
    },
  };
}

const textOf = (bundle: PolicyBundle, id: string): string =>
  bundle.policies.find((policy) => policy.id === id)?.text ?? "";

const ruleOf = ({ id, effect, terms, methods, tools }: CedarRule, text: string): PolicyRule => ({
  id,
  effect,
  disposition: effect === "permit" ? "allow" : terms.disposition,
  reason: terms.reason ?? null,
  code: terms.code ?? null,
  risk: terms.risk ?? null,
  approvers: terms.approvers ?? null,
  votes: terms.votes ?? null,
  timeoutS: terms.timeout_s ?? null,
  useWithinS: terms.use_within_s ?? null,
  methods,
  tools,
  text,
});
