/** Cached reads of the intent and provenance view. */
import type { Lineage, SessionStory } from "../core/read-models/session-story";
import { getOrThrow } from "./api";
import { TOPICS } from "./queries";

const base = (key: string): string => `/api/sessions/${encodeURIComponent(key)}`;

export const sessionStory = (key: string) => ({
  queryKey: [TOPICS.session(key), "story"],
  queryFn: ({ signal }: { signal: AbortSignal }) => getOrThrow<SessionStory>(`${base(key)}/story`, signal),
});

export const lineage = (key: string, ids: readonly string[]) => ({
  queryKey: [TOPICS.session(key), "lineage", ...ids],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    getOrThrow<Lineage>(`${base(key)}/lineage?${new URLSearchParams(ids.map((id) => ["node", id]))}`, signal),
  enabled: ids.length > 0,
});
