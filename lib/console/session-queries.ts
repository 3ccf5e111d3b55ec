/** Cached reads of the session views. */
import { keepPreviousData } from "@tanstack/react-query";
import type {
  ChainPage,
  SessionHeader,
  SessionPage,
  StepDetail,
  StepRows,
  TimelineShape,
} from "../core/read-models/sessions";
import { getOrThrow } from "./api";
import { queryKeys, TOPICS } from "./queries";
import { formatSeqs } from "./seq-ranges";

const base = (key: string): string => `/api/sessions/${encodeURIComponent(key)}`;

const withQuery = (path: string, query: { readonly [name: string]: string | undefined }): string => {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "",
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
};

export const sessionApi = {
  list: (filter: SessionListFilter, before: string | null) =>
    withQuery("/api/sessions", { ...filter, before: before ?? undefined }),
  one: (key: string) => base(key),
  timeline: (key: string, filter: StepFilter) =>
    withQuery(`${base(key)}/timeline`, {
      q: filter.q,
      decision: filter.decisions.join(","),
      hook: filter.hooks.join(","),
    }),
  steps: (key: string, seqs: readonly number[]) => `${base(key)}/steps?seqs=${formatSeqs(seqs)}`,
  step: (key: string, seq: number) => `${base(key)}/steps/${seq}`,
  chain: (key: string, from: number, to?: number) =>
    `${base(key)}/chain?from=${from}${to === undefined ? "" : `&to=${to}`}`,
  evidence: (key: string, exact: boolean) => `${base(key)}/evidence${exact ? "?exact=1" : ""}`,
} as const;

export interface SessionListFilter {
  readonly q?: string;
  readonly state?: string;
  readonly attention?: string;
}

export interface StepFilter {
  readonly q: string;
  readonly decisions: readonly string[];
  readonly hooks: readonly string[];
}

export const NO_FILTER: StepFilter = { q: "", decisions: [], hooks: [] };

export const isFiltered = (filter: StepFilter): boolean =>
  filter.q !== "" || filter.decisions.length > 0 || filter.hooks.length > 0;

export const sessionList = (filter: SessionListFilter) => ({
  queryKey: [TOPICS.sessions, "list", filter.q ?? "", filter.state ?? "", filter.attention ?? ""],
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
    getOrThrow<SessionPage>(sessionApi.list(filter, pageParam), signal),
  initialPageParam: null as string | null,
  getNextPageParam: (page: SessionPage) => page.next,
  placeholderData: keepPreviousData,
});

export const sessionHeader = (key: string) => ({
  queryKey: queryKeys.session(key, "header"),
  queryFn: ({ signal }: { signal: AbortSignal }) => getOrThrow<SessionHeader>(sessionApi.one(key), signal),
});

/** Stale with every event of the session: the head moves. */
export const timelineShape = (key: string, filter: StepFilter) => ({
  queryKey: [TOPICS.session(key), "timeline", filter.q, filter.decisions.join(), filter.hooks.join()],
  queryFn: ({ signal }: { signal: AbortSignal }) => getOrThrow<TimelineShape>(sessionApi.timeline(key, filter), signal),
  placeholderData: keepPreviousData,
});

/** Entries never change, so rows stay fresh for good; their key is no live topic. */
export const stepRows = (key: string, seqs: readonly number[]) => ({
  queryKey: ["steps", key, formatSeqs(seqs)],
  queryFn: ({ signal }: { signal: AbortSignal }) => getOrThrow<StepRows>(sessionApi.steps(key, seqs), signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const stepDetail = (key: string, seq: number) => ({
  queryKey: ["step", key, seq],
  queryFn: ({ signal }: { signal: AbortSignal }) => getOrThrow<StepDetail>(sessionApi.step(key, seq), signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const fetchChain = (
  key: string,
  range: { readonly from: number; readonly to?: number },
  signal: AbortSignal,
): Promise<ChainPage> => getOrThrow<ChainPage>(sessionApi.chain(key, range.from, range.to), signal);
