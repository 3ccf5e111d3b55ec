/** Cached reads of the approval views. */
import { keepPreviousData } from "@tanstack/react-query";
import type { ApprovalDetail, ApprovalPage } from "../core/read-models/approvals";
import { getOrThrow } from "./api";
import { queryKeys } from "./queries";
import { api } from "./routes";

export const openQueue = () => ({
  queryKey: queryKeys.approvals("open"),
  queryFn: ({ signal }: { signal: AbortSignal }) => getOrThrow<ApprovalPage>(api.approvals("open"), signal),
});

export const endedApprovals = () => ({
  queryKey: queryKeys.approvals("ended"),
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
    getOrThrow<ApprovalPage>(
      `${api.approvals("ended")}${pageParam === null ? "" : `&before=${encodeURIComponent(pageParam)}`}`,
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page: ApprovalPage) => page.next,
  placeholderData: keepPreviousData,
});

export const approvalDetail = (id: string) => ({
  queryKey: queryKeys.approval(id),
  queryFn: ({ signal }: { signal: AbortSignal }) => getOrThrow<ApprovalDetail>(api.approval(id), signal),
});

/** What the decision route answers. */
export interface DecisionAnswer {
  readonly state: "approved" | "rejected" | "pending";
  readonly votes: number;
  readonly needed: number;
}

/** What the decision route says on 409: the recorded state and who made it so. */
export interface DecisionOutcome {
  readonly state: string;
  readonly decidedBy: { readonly id: string; readonly name: string; readonly kind: string } | null;
  readonly decidedAt: number | null;
}
