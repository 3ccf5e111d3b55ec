/** Names of audited actions, and where their subjects are shown. */
import { routes } from "@/lib/console/routes";

export interface SubjectLink {
  /** `approval`, `session`, ... */
  readonly kind: string;
  readonly id: string;
  readonly href: string | null;
}

const PLACES: { readonly [kind: string]: (id: string) => string } = {
  approval: routes.approval,
  session: (id) => routes.session(id),
  agent: routes.agent,
  person: routes.person,
};

/** `kind:id` as stored; a subject of another form is shown as it is. */
export function subjectLink(subject: string): SubjectLink {
  const colon = subject.indexOf(":");
  if (colon < 1) return { kind: "", id: subject, href: null };
  const [kind, id] = [subject.slice(0, colon), subject.slice(colon + 1)];
  const place = Object.hasOwn(PLACES, kind) ? PLACES[kind] : undefined;
  return { kind: kind.replaceAll("_", " "), id, href: place ? place(id) : null };
}

/** `approval.digest_mismatch` → `Approval: digest mismatch` */
export function actionWords(action: string): string {
  const [area = "", ...rest] = action.split(".");
  const words = (text: string) => text.replaceAll("_", " ");
  const head = words(area).replace(/^./, (letter) => letter.toUpperCase());
  return rest.length === 0 ? head : `${head}: ${words(rest.join(" "))}`;
}

/** Kinds of actions that the filter offers; each is the beginning of the action's name. */
export const ACTION_KINDS = [
  { value: "", label: "Everything" },
  { value: "approval.", label: "Approvals" },
  { value: "session.", label: "Sessions" },
  { value: "agent.", label: "Agents" },
  { value: "agent_key.", label: "Agent keys" },
  { value: "person.", label: "People" },
  { value: "service.", label: "Service accounts" },
  { value: "sign_in.", label: "Sign-ins" },
  { value: "evidence.", label: "Evidence exports" },
  { value: "agent_hooks.", label: "Agent Hooks hosts" },
] as const;

const SUMMARY_LENGTH = 160;

/** The detail on one line: `agent key_1, overlap until 2026-…`. What is not an object stays as it is. */
export function detailSummary(text: string): string {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return cut(text);
  const parts = Object.entries(value).map(([name, part]) => `${name.replaceAll("_", " ")} ${plain(part)}`);
  return cut(parts.join(", "));
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(plain).join(" + ");
  if (value === null) return "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const cut = (text: string): string => (text.length > SUMMARY_LENGTH ? `${text.slice(0, SUMMARY_LENGTH)}…` : text);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
