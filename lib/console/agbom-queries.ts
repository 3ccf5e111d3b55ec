/** Cached reads of the AgBOM views. */

import type { SessionAgbom } from "../core/read-models/agbom";
import type { AgbomSessionPage } from "../core/read-models/agbom-sessions";
import { getOrThrow } from "./api";
import { TOPICS } from "./queries";

/** Stale with every event of the session: a step may use or change something. */
export const sessionAgbom = (key: string) => ({
  queryKey: [TOPICS.session(key), "agbom"],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    getOrThrow<SessionAgbom>(`/api/sessions/${encodeURIComponent(key)}/agbom`, signal),
});

export const agbomSessions = (text: string) => ({
  queryKey: [TOPICS.sessions, "agbom", text],
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
    getOrThrow<AgbomSessionPage>(`/api/agbom?${new URLSearchParams({ q: text, before: pageParam ?? "" })}`, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (page: AgbomSessionPage) => page.next,
});
