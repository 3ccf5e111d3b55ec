/** `acs-view/1`: everything the approver is shown, as one value that can be digested. Holds no clock and no secret. */
import type { Crypto } from "../crypto";
import { toHex } from "../encoding";
import { fromPlain, fromPlainObject } from "../json/build";
import { canonicalBytes, canonicalText } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";
import type { Finding, Modifications, Risk } from "../policy/types";
import { findSecrets, MASK, type MaskMap, maskJson } from "../text/mask";
import { inspectName } from "../text/names";
import { segments } from "../text/visible";
import { diffActions } from "./diff";
import { approverGroups } from "./eligibility";
import { sentenceOf } from "./sentence-of";
import { type ActionSubject, actionSubject, type SubjectArgument } from "./subject";
import { viewWarnings } from "./warnings";

export interface ViewInput {
  readonly approval_id: string;
  readonly kind: "ask" | "defer";
  /** `acs-action/1` objects: as the agent sent it, and as it would run. */
  readonly requested: JsonObject;
  readonly effective: JsonObject;
  readonly requested_digest: string;
  readonly effective_digest: string;
  /** Modifications that policy or the approver made, or null. */
  readonly modifications: Modifications | null;
  readonly findings: readonly Finding[];
  readonly bundle_digest: string;
  readonly risk: Risk;
  readonly approvers: string;
  readonly votes_required: number;
  readonly agent: { readonly id: string; readonly name: string };
  readonly user_id: string | null;
  /** Earlier releases of the same action, newest first; times are fixed facts in RFC 3339. */
  readonly earlier: readonly { readonly approval_id: string; readonly released_at: string }[];
  /** The session's last steps, as the caller read them. */
  readonly context: readonly { readonly [member: string]: JsonValue }[];
}

/** The view of an approval. Pure: equal input gives equal bytes. Every text that an agent chose is in segments. */
export function buildView(input: ViewInput): JsonObject {
  const effective = actionSubject(input.effective);
  const masks = maskedPaths(input.effective);
  const warnings = viewWarnings(input, effective);
  return fromPlainObject({
    v: "acs-view/1",
    approval_id: input.approval_id,
    kind: input.kind,
    sentence: sentenceOf(input.effective),
    decidable: !warnings.some((warning) => warning.blocks),
    warnings,
    risk: input.risk,
    tool: toolView(effective),
    method: shown(String(input.effective.method ?? "")),
    arguments: effective.arguments?.map((argument) => argumentView(argument, masks)) ?? null,
    unknown: effective.unknown.map((item) => valueView(item.path, item.value, masks)),
    agent_words: effective.words.map((item) => valueView(item.path, item.value, masks)),
    changes: changesOf(input),
    modified_by_policy: input.modifications !== null,
    policy: {
      bundle_digest: input.bundle_digest,
      rules: input.findings.map(ruleView),
    },
    decide: { approvers: approverGroups(input.approvers), votes_required: input.votes_required },
    who: whoView(input),
    binding: { requested_digest: input.requested_digest, effective_digest: input.effective_digest },
    earlier_releases: input.earlier.map(({ approval_id, released_at }) => ({ approval_id, released_at })),
    context: maskJson(fromPlain(input.context)),
  });
}

/** `sha256:` and lowercase hex over the canonical view: the proof of what was on the screen. */
export function viewDigest(crypto: Crypto, view: JsonObject): string {
  return `sha256:${toHex(crypto.sha256(canonicalBytes(view)))}`;
}

/** Masks of an action, by pointers that start at its payload. */
function maskedPaths(action: JsonObject): MaskMap {
  return findSecrets(action.payload ?? null);
}

function toolView(subject: ActionSubject): unknown {
  return {
    name: subject.tool === null ? null : { ...shown(subject.tool), look: inspectName(subject.tool) },
    provider: shownOrNull(subject.provider),
    version: shownOrNull(subject.version),
    capability: shownOrNull(subject.capability),
    operation: shownOrNull(subject.operation),
    raw_command: shownOrNull(subject.raw_command),
    wrapped_mcp: subject.wrapped,
    server: shownOrNull(subject.server),
  };
}

function argumentView(argument: SubjectArgument, masks: MaskMap): unknown {
  return {
    name: { ...shown(argument.name), look: inspectName(argument.name) },
    ...valueView(argument.path, argument.value, masks),
    provenance: argument.rest,
  };
}

/** A value with its exact JSON text; a string also as itself. What is masked says so and carries no secret. */
function valueView(path: string, value: JsonValue, masks: MaskMap): { [member: string]: unknown } {
  const open = maskJson(value, masks, path);
  const masked = canonicalText(open) !== canonicalText(value);
  const text = typeof open === "string" ? open : canonicalText(open);
  return {
    path,
    type: value === null ? "null" : Array.isArray(value) ? "array" : typeof value,
    json: canonicalText(open),
    segments: maskedSegments(text, masked),
    masked,
    characters: [...text].length,
  };
}

/** Segments where each mask is a segment of its own, so that dots the agent wrote are never taken for one. */
function maskedSegments(text: string, masked: boolean): unknown[] {
  if (!masked) return [...segments(text)];
  return text.split(MASK).flatMap((part, index) => [...(index > 0 ? [{ kind: "masked" }] : []), ...segments(part)]);
}

function changesOf(input: ViewInput): unknown[] {
  const requested = maskJson(input.requested);
  const effective = maskJson(input.effective);
  return diffActions(requested, effective).map((change) => ({
    path: change.path,
    kind: change.kind,
    requested: change.before === undefined ? undefined : shown(textOf(change.before)),
    effective: change.after === undefined ? undefined : shown(textOf(change.after)),
  }));
}

function ruleView(finding: Finding): unknown {
  return {
    rule_id: finding.rule_id,
    disposition: finding.disposition,
    paradigm: finding.paradigm,
    reason: finding.reason,
    reason_code: finding.reason_code,
    risk: finding.risk,
  };
}

function whoView(input: ViewInput): unknown {
  return {
    tenant_id: String(input.effective.tenant_id ?? ""),
    agent_id: shown(input.agent.id),
    agent_name: shown(input.agent.name),
    session_id: shown(String(input.effective.session_id ?? "")),
    user_id: shownOrNull(input.user_id),
  };
}

const textOf = (value: JsonValue): string => (typeof value === "string" ? value : canonicalText(value));
const shown = (text: string): { text: string; segments: unknown[] } => ({ text, segments: [...segments(text)] });
const shownOrNull = (text: string | null): unknown => (text === null ? null : shown(text));
