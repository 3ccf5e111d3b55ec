/** Every address of the console, in one typed table. */

const segment = encodeURIComponent;

const withQuery = (path: string, query: { readonly [name: string]: string | undefined }): string => {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "",
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
};

export type SessionTab = "timeline" | "agbom" | "chain" | "provenance" | "evidence";

export type AgbomFormat = "cyclonedx-1.6" | "spdx-3.0" | "swid";

export const routes = {
  home: () => "/",
  approvals: () => "/approvals",
  approval: (id: string) => `/approvals/${segment(id)}`,
  approvalHistory: () => "/approvals/history",
  sessions: (query: { agent?: string; state?: string } = {}) => withQuery("/sessions", query),
  session: (key: string, tab: SessionTab = "timeline") =>
    tab === "timeline" ? `/sessions/${segment(key)}` : `/sessions/${segment(key)}/${tab}`,
  /** One step of a session, opened in its timeline. */
  step: (key: string, seq: number) => `/sessions/${segment(key)}?seq=${seq}`,
  /** A record of the session's host that stands beside its chain, opened in the timeline. */
  record: (key: string, seq: number) => `/sessions/${segment(key)}?record=${seq}`,
  /** Values in the provenance graph of a session. */
  provenance: (key: string, ...ids: readonly string[]) =>
    `/sessions/${segment(key)}/provenance?${ids.map((id) => `node=${segment(id)}`).join("&")}`,
  agbom: () => "/agbom",
  chain: () => "/chain",
  bans: (query: { state?: string; q?: string; before?: string } = {}) => withQuery("/banned-components", query),
  ban: (id: string) => `/banned-components/${segment(id)}`,
  newBan: (terms: { type?: string; name?: string; provider?: string; version?: string; endpoint?: string } = {}) =>
    withQuery("/banned-components/new", terms),
  policies: () => "/policies",
  audit: (query: { action?: string; actor?: string; subject?: string; before?: string } = {}) =>
    withQuery("/audit", query),
  refusals: (query: { reason?: string; before?: string } = {}) => withQuery("/audit/refusals", query),
  settings: () => "/settings",
  agents: () => "/settings/agents",
  agent: (key: string) => `/settings/agents/${segment(key)}`,
  people: () => "/settings/people",
  person: (id: string) => `/settings/people/${segment(id)}`,
  conformance: () => "/settings/conformance",
  account: () => "/settings/account",
  signIn: (returnTo?: string) => withQuery("/sign-in", { from: returnTo }),
  setup: (token: string) => withQuery("/setup", { token }),
  invitation: (token: string) => withQuery("/invitation", { token }),
} as const;

export const api = {
  events: () => "/api/events",
  search: (text: string) => withQuery("/api/search", { q: text }),
  /** How many approvals are open, for the rail. */
  openCount: () => "/api/frame",
  approvals: (state = "open") => withQuery("/api/approvals", { state }),
  approval: (id: string) => `/api/approvals/${segment(id)}`,
  decision: (id: string) => `/api/approvals/${segment(id)}/decision`,
  revocation: (sessionKey: string, approvalId: string) =>
    `/api/sessions/${segment(sessionKey)}/grants/${segment(approvalId)}/revocation`,
  evidence: (sessionKey: string) => `/api/sessions/${segment(sessionKey)}/evidence`,
  /** The AgBOM of a session as a file. */
  agbomFile: (sessionKey: string, format: AgbomFormat) => `/api/sessions/${segment(sessionKey)}/agbom/${format}`,
  bansFile: () => "/api/banned-components/export",
  guardianKeys: () => "/.well-known/guardian-keys.json",
} as const;

/**
 * Where to go after signing in. Only a path of this console: anything else (another origin, a scheme, `//host`,
 * a backslash, control characters) becomes the start page.
 */
export function safeReturnTo(text: string | null | undefined): string {
  if (typeof text !== "string" || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return routes.home();
  return text.startsWith("/sign-in") ? routes.home() : text;
}
