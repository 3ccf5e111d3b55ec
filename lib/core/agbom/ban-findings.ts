/**
 * What bans and the AgBOM decide about a step: a banned component is denied wherever it shows itself, a component whose
 * definition changed during the session is asked about at its next call.
 */
import { isWrappedMcp } from "../approval/action";
import { canonicalText } from "../json/canonical";
import type { JsonObject } from "../json/value";
import type { Finding } from "../policy/types";
import type { BanHitOn } from "./bans";
import { type BanInput, banHits, seenUses } from "./component-facts";
import { contentHash } from "./digests";
import { undeclaredUses } from "./notes";
import { meantBy, type Subject } from "./subject";

/** How many hits of one step are told one by one; the rest are counted. */
const TOLD = 20;

/** Pure. Components and bans that cannot be compared decide nothing here unless the bundle says so: see componentNotes. */
export function banFindings(input: BanInput): readonly Finding[] {
  const hits = banHits(input);
  const banned = hits.filter((hit) => hit.verdict.kind === "matched");
  return [...told(banned), ...changedFinding(input), ...openFindings(input, hits)];
}

function told(banned: readonly BanHitOn[]): readonly Finding[] {
  const byBan = new Map<string, Finding>();
  for (const hit of banned) {
    const key = canonicalText([hit.ban.id, hit.subject.type, hit.subject.name, hit.subject.through ?? ""]);
    if (byBan.size < TOLD || byBan.has(key)) byBan.set(key, deny(hit));
  }
  const more = new Set(banned.map(({ subject }) => `${subject.type} ${subject.name}`)).size - byBan.size;
  const findings = [...byBan.values()];
  return more > 0 && findings[0]
    ? [{ ...findings[0], data: { ...findings[0].data, more } }, ...findings.slice(1)]
    : findings;
}

const deny = ({ ban, subject }: BanHitOn): Finding => ({
  rule_id: `ban/${ban.id}`,
  disposition: "deny",
  paradigm: "bans",
  reason: `${labelOf(subject)} is banned (${ban.id}): ${ban.reason}`,
  reason_code: "component_banned",
  risk: "critical",
  data: { ban_id: ban.id, component: componentData(subject) },
});

const KIND_WORDS: { readonly [type in Subject["type"]]: string } = {
  model: "The model",
  mcp_server: "The MCP server",
  a2a_peer: "The A2A peer",
  tool: "The tool",
  knowledge_source: "The knowledge source",
  memory_store: "The memory store",
  agent_capability: "The capability",
  skill: "The skill",
};

function labelOf(subject: Subject): string {
  const through = subject.through === null ? "" : `, which holds “${subject.through}”,`;
  return `${KIND_WORDS[subject.type] ?? "The component"} “${subject.name}”${through}`;
}

const componentData = ({ type, name, id, through }: Subject): JsonObject => ({
  type,
  name,
  ...(id === null ? {} : { id }),
  ...(through === null ? {} : { through }),
});

/** The hooks at which a person can still be asked. Elsewhere skills are bound by digest, and the rest is only marked. */
const canAskAt = (method: string): boolean => method === "steps/toolCallRequest" || isWrappedMcp(method);

/** The rule names the definitions, so that an approval of one covers no later one. */
function changedFinding(input: BanInput): readonly Finding[] {
  if (!canAskAt(input.step.method)) return [];
  const changed = seenUses(input).flatMap(({ use, declared }) => {
    const meant = meantBy(use, declared);
    const parts = meant.flatMap((part) => [part, ...(part.holders ?? [])]);
    return parts.filter((part) => part.changed).map(({ component }) => component);
  });
  const byId = new Map(changed.map((component) => [String(component.id), component]));
  if (byId.size === 0) return [];
  const ids = [...byId.keys()].sort();
  const names = ids.map((id) => `“${String(byId.get(id)?.name ?? id)}”`);
  return [
    {
      rule_id: `agbom/definition-changed/${contentHash([...byId.values()]).slice(0, 16)}`,
      disposition: "ask",
      paradigm: "agbom",
      reason: `The definition of ${names.join(", ")} changed during this session and nobody has decided on it since.`,
      reason_code: "component_definition_changed",
      risk: "high",
      data: { component_ids: ids },
    },
  ];
}

/** The components whose changed definition an approval has now settled: for AgbomWrite.settled. */
export function settledComponents(settled: readonly Finding[]): readonly string[] {
  const ids = settled
    .filter((finding) => finding.reason_code === "component_definition_changed")
    .flatMap((finding) => finding.data?.component_ids ?? []);
  return ids.filter((id): id is string => typeof id === "string");
}

/** What the bundle makes of that which is otherwise only reported. */
function openFindings(input: BanInput, hits: readonly BanHitOn[]): readonly Finding[] {
  const { on_undeclared, on_not_checked } = input.paradigms.components ?? {};
  const findings: Finding[] = [];
  const undeclared = on_undeclared === undefined ? [] : undeclaredUses(input);
  if (on_undeclared !== undefined && undeclared.length > 0) {
    findings.push({
      rule_id: "agbom/undeclared",
      disposition: on_undeclared,
      paradigm: "agbom",
      reason: `In use but not declared in the AgBOM: ${undeclared.map(({ name }) => `“${name}”`).join(", ")}.`,
      reason_code: "component_undeclared",
      data: { undeclared: undeclared.map(({ type, name }) => ({ type, name })) },
    });
  }
  const unknown = hits.filter(({ verdict }) => verdict.kind === "not_checked" && verdict.named);
  if (on_not_checked !== undefined)
    findings.push(...unknown.slice(0, TOLD).map((hit) => notChecked(hit, on_not_checked)));
  return findings;
}

const notChecked = ({ ban, subject, verdict }: BanHitOn, disposition: "ask" | "deny"): Finding => ({
  rule_id: `ban-not-checked/${ban.id}`,
  disposition,
  paradigm: "bans",
  reason: `${labelOf(subject)} may be banned (${ban.id}): ${verdict.kind === "not_checked" ? verdict.why : ""}.`,
  reason_code: "component_not_checked",
  data: { ban_id: ban.id, component: componentData(subject) },
});
