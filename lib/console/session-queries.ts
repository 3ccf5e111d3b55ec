/** Cached reads of the session views. */
import { keepPreviousData } from "@tanstack/react-query";
import type { EnforcedRow, RecordDetail, RecordRow } from "../core/read-models/host-records";
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
      disagreements: filter.disagreements ? "1" : undefined,
    }),
  steps: (key: string, seqs: readonly number[]) => `${base(key)}/steps?seqs=${formatSeqs(seqs)}`,
  enforced: (key: string, entries: readonly number[]) => `${base(key)}/records?entries=${formatSeqs(entries)}`,
  records: (key: string, seqs: readonly number[]) => `${base(key)}/records?seqs=${formatSeqs(seqs)}`,
  record: (key: string, seq: number) => `${base(key)}/records/${seq}`,
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
  /** Only where the host's record and the Guardian's decision do not agree. */
  readonly disagreements: boolean;
}

export const NO_FILTER: StepFilter = { q: "", decisions: [], hooks: [], disagreements: false };

export const isFiltered = (filter: StepFilter): boolean =>
  filter.q !== "" || filter.decisions.length > 0 || filter.hooks.length > 0 || filter.disagreements;

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
  queryKey: [
    TOPICS.session(key),
    "timeline",
    filter.q,
    filter.decisions.join(),
    filter.hooks.join(),
    filter.disagreements,
  ],
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

/** What the host did with these entries. Records come in after the entries: every event of the session makes it stale. */
export const enforcedRows = (key: string, entries: readonly number[]) => ({
  queryKey: [TOPICS.session(key), "enforced", formatSeqs(entries)],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await getOrThrow<{ enforced: readonly EnforcedRow[] }>(sessionApi.enforced(key, entries), signal)).enforced,
});

/** Records by their own numbers, ascending. Their flags may change with what comes in after them. */
export const recordRows = (key: string, seqs: readonly number[]) => ({
  queryKey: [TOPICS.session(key), "records", formatSeqs(seqs)],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await getOrThrow<{ rows: readonly RecordRow[] }>(sessionApi.records(key, seqs), signal)).rows,
});

export const recordDetail = (key: string, seq: number) => ({
  queryKey: [TOPICS.session(key), "record", seq],
  queryFn: ({ signal }: { signal: AbortSignal }) => getOrThrow<RecordDetail>(sessionApi.record(key, seq), signal),
});

export const fetchChain = (
  key: string,
  range: { readonly from: number; readonly to?: number },
  signal: AbortSignal,
): Promise<ChainPage> => getOrThrow<ChainPage>(sessionApi.chain(key, range.from, range.to), signal);
