/**
 * Keys of cached reads. The first member is the live topic that makes a read stale, so that one change event
 * invalidates exactly the reads that it touches.
 */

export const TOPICS = {
  approvals: "approvals",
  approval: (id: string) => `approval:${id}`,
  sessions: "sessions",
  session: (key: string) => `session:${key}`,
  people: "people",
  agents: "agents",
  policy: "policy",
  bans: "bans",
} as const;

export const queryKeys = {
  approvals: (state: string) => [TOPICS.approvals, state] as const,
  approval: (id: string) => [TOPICS.approval(id)] as const,
  sessions: (filter: { readonly [name: string]: string | undefined } = {}) => [TOPICS.sessions, filter] as const,
  session: (key: string, part = "all") => [TOPICS.session(key), part] as const,
  search: (text: string) => ["search", text] as const,
} as const;
