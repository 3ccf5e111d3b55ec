"use client";
/** Sends a decision and tells what became of it. Nothing is called a success before the server has confirmed it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "@/components/ui/toast";
import { type ApiFailure, postJson } from "@/lib/console/api";
import type { DecisionAnswer, DecisionOutcome } from "@/lib/console/approval-queries";
import { queryKeys, TOPICS } from "@/lib/console/queries";
import { api } from "@/lib/console/routes";
import type { JsonValue } from "@/lib/core/json/value";
import type { Result } from "@/lib/core/result";

export interface DecisionInput {
  readonly verdict: "approve" | "deny";
  readonly reason?: string;
  readonly revision: number;
  readonly action_digest: string;
  readonly view_digest: string;
  readonly edits?: { readonly [argument: string]: JsonValue };
  /** What else an approval gives, where rules offer it. */
  readonly grant?: { readonly scope: "this_request" | "session" };
}

export interface Deciding {
  readonly send: (input: DecisionInput) => void;
  readonly sending: boolean;
  readonly failure: ApiFailure | null;
}

export function useDecision(id: string): Deciding {
  const queries = useQueryClient();
  const toast = useToast();
  const mutation = useMutation({
    mutationFn: (input: DecisionInput) => postJson<DecisionAnswer>(api.decision(id), input),
    onSuccess: (result: Result<DecisionAnswer, ApiFailure>) => {
      if (result.ok) toast({ tone: "done", title: confirmed(result.value) });
      void queries.invalidateQueries({ queryKey: queryKeys.approval(id) });
      void queries.invalidateQueries({ queryKey: [TOPICS.approvals] });
    },
  });
  const answer = mutation.data;
  return {
    send: (input) => {
      if (!mutation.isPending) mutation.mutate(input);
    },
    sending: mutation.isPending,
    failure: answer === undefined || answer.ok ? null : answer.failure,
  };
}

function confirmed(answer: DecisionAnswer): string {
  if (answer.state === "rejected") return "Denied. The agent will be told.";
  if (answer.state === "approved") return "Approved. The agent may run it once.";
  return `Your approval counts: ${answer.votes} of ${answer.needed}.`;
}

/** The recorded outcome of a 409, if the body carries one. */
export function outcomeOf(failure: ApiFailure): DecisionOutcome | null {
  const outcome = failure.outcome;
  return typeof outcome === "object" && outcome !== null && "state" in outcome ? (outcome as DecisionOutcome) : null;
}
