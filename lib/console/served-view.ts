/**
 * From the texts that the server served to what the page draws, and the browser's own check of them: both digests are
 * computed here, over the values that are drawn.
 */
import { z } from "zod";
import { actionDigest } from "../core/approval/action";
import { viewDigest } from "../core/approval/view";
import type { Crypto } from "../core/crypto";
import { memberAt } from "../core/json/build";
import { canonicalText } from "../core/json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import type { ServedApproval } from "../core/read-models/approvals";
import { readStored } from "../core/read-models/shown";
import type { DrawFault } from "./draw-fault";

const segment = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({ kind: z.literal("chip"), text: z.string(), label: z.string(), escape: z.string() }),
  z.object({ kind: z.literal("space-run"), text: z.string(), count: z.number(), label: z.string() }),
  z.object({ kind: z.literal("masked") }),
]);
const shown = z.object({ text: z.string(), segments: z.array(segment) });
const value = z.object({
  path: z.string(),
  type: z.string(),
  json: z.string(),
  segments: z.array(segment),
  masked: z.boolean(),
  characters: z.number(),
});

const model = z.object({
  v: z.literal("acs-view/1"),
  approval_id: z.string(),
  sentence: z.string(),
  decidable: z.boolean(),
  warnings: z.array(
    z.object({ code: z.string(), message: z.string(), about: z.array(z.string()), blocks: z.boolean() }),
  ),
  risk: z.enum(["low", "medium", "high", "critical"]),
  tool: z.object({
    name: shown.nullable(),
    provider: shown.nullable(),
    version: shown.nullable(),
    capability: shown.nullable(),
    operation: shown.nullable(),
    raw_command: shown.nullable(),
    wrapped_mcp: z.boolean(),
    server: shown.nullable(),
  }),
  method: shown,
  arguments: z.array(value.extend({ name: shown, provenance: z.unknown() })).nullable(),
  unknown: z.array(value),
  agent_words: z.array(value),
  changes: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(["added", "removed", "changed"]),
      requested: shown.optional(),
      effective: shown.optional(),
    }),
  ),
  modified_by_policy: z.boolean(),
  policy: z.object({
    bundle_digest: z.string(),
    rules: z.array(
      z.object({
        rule_id: z.string(),
        disposition: z.string(),
        paradigm: z.string(),
        reason: z.string(),
        reason_code: z.string().optional(),
        risk: z.string().optional(),
      }),
    ),
  }),
  decide: z.object({ approvers: z.array(z.string()), votes_required: z.number() }),
  who: z.object({
    agent_id: shown,
    agent_name: shown,
    session_id: shown,
    user_id: shown.nullable(),
  }),
  binding: z.object({ requested_digest: z.string(), effective_digest: z.string() }),
  earlier_releases: z.array(z.object({ approval_id: z.string(), released_at: z.string() })),
  context: z.unknown(),
  agent_hooks: z
    .object({ interception_point: z.string(), context_identity: shown.nullable(), context: value.nullable() })
    .optional(),
});

export type ViewModel = z.infer<typeof model>;
export type ViewValue = z.infer<typeof value>;
export type ViewArgument = NonNullable<ViewModel["arguments"]>[number];

export interface Drawn {
  /** Null when the shape is unknown: then the raw text is shown and nothing can be approved. */
  readonly view: ViewModel | null;
  readonly rawView: string;
  /** Computed here. */
  readonly viewDigest: string;
  /** Computed here, or the server's own where secret values keep the action on the server. */
  readonly actionDigest: string;
  readonly actionComputed: boolean;
  readonly action: JsonObject | null;
  readonly faults: readonly DrawFault[];
}

/** Reads and checks; every fault is kept. An item with faults is never decidable. */
export function draw(crypto: Crypto, served: ServedApproval): Drawn {
  const raw = readStored(served.view);
  const parsed = model.safeParse(raw);
  const view = parsed.success ? parsed.data : null;
  const computedView = isJsonObject(raw) ? viewDigest(crypto, raw) : "";
  const action = served.action === null ? null : readStored(served.action);
  const known = isJsonObject(action) ? action : null;
  const computedAction = known === null ? served.actionDigest : actionDigest(crypto, known);
  const faults: DrawFault[] = [];
  if (view === null) faults.push("view_unreadable");
  if (computedView !== served.viewDigest) faults.push("view_digest");
  if (served.action !== null && known === null) faults.push("action_unreadable");
  if (computedAction !== served.actionDigest) faults.push("action_digest");
  if (view !== null && view.binding.effective_digest !== served.actionDigest) faults.push("binding");
  if (view !== null && known !== null && !argumentsMatch(view, known)) faults.push("arguments_differ");
  if (view !== null && ![...everyValue(view), ...hookContext(view)].every(segmentsMatch))
    faults.push("segments_differ");
  return {
    view,
    rawView: served.view,
    viewDigest: computedView,
    actionDigest: computedAction,
    actionComputed: known !== null,
    action: known,
    faults,
  };
}

export const everyValue = (view: ViewModel): readonly ViewValue[] => [
  ...(view.arguments ?? []),
  ...view.unknown,
  ...view.agent_words,
];

/** No part of the action: what the host around it shows. */
const hookContext = ({ agent_hooks }: ViewModel): readonly ViewValue[] =>
  agent_hooks?.context ? [agent_hooks.context] : [];

/** The tool and the values drawn are those that the action digest covers, and no argument is left out. */
function argumentsMatch(view: ViewModel, action: JsonObject): boolean {
  return isWhole(view, action) && valuesMatch(view, action);
}

function isWhole(view: ViewModel, { method, payload }: JsonObject): boolean {
  if (method !== "steps/toolCallRequest") return true;
  const named = memberAt(payload, "arguments");
  const names = isJsonObject(named) ? Object.keys(named).sort() : null;
  const drawn = view.arguments?.map((argument) => argument.name.text).sort() ?? null;
  const tool = memberAt(payload, "tool", "name");
  return (
    canonicalText(names) === canonicalText(drawn) &&
    (view.tool.name?.text ?? null) === (typeof tool === "string" ? tool : null)
  );
}

function valuesMatch(view: ViewModel, action: JsonObject): boolean {
  return everyValue(view)
    .filter((item) => !item.masked)
    .every((item) => {
      const real = memberAt(action.payload ?? null, ...tokens(item.path));
      return real !== undefined && canonicalText(real) === item.json;
    });
}

/** The characters drawn, chips included, are the characters of the value. */
function segmentsMatch(item: ViewValue): boolean {
  if (item.masked) return true;
  const real: JsonValue = readStored(item.json);
  const text = typeof real === "string" ? real : item.json;
  return item.segments.map((part) => (part.kind === "masked" ? "" : part.text)).join("") === text;
}

/** Tokens of a JSON pointer (RFC 6901). */
export const tokens = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
