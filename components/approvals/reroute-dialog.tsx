"use client";
/** Hands an item to other approvers. Its time, its votes needed and everything else stay as they are. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Forward } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useCan } from "@/components/shell/viewer";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { useToast } from "@/components/ui/toast";
import { type ApiFailure, postJson } from "@/lib/console/api";
import { queryKeys, TOPICS } from "@/lib/console/queries";
import { api } from "@/lib/console/routes";
import type { ApprovalDetail } from "@/lib/core/read-models/approvals";
import type { Result } from "@/lib/core/result";

interface Rerouted {
  readonly state: string;
  readonly approvers: string;
}

export function RerouteDialog({ detail }: { detail: ApprovalDetail }) {
  const may = useCan("approvals.reroute");
  const [open, setOpen] = useState(false);
  if (!may || detail.item.state !== "pending") return null;
  return (
    <>
      <Button size="lg" icon={<Forward aria-hidden size={14} />} onClick={() => setOpen(true)} className="touch:flex-1">
        Hand on
      </Button>
      {open ? <Form detail={detail} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Form({ detail, onClose }: { detail: ApprovalDetail; onClose: () => void }) {
  const { item, groups } = detail;
  const form = useId();
  const [approvers, setApprovers] = useState("");
  const [reason, setReason] = useState("");
  const queries = useQueryClient();
  const toast = useToast();
  const sending = useMutation({
    mutationFn: () =>
      postJson<Rerouted>(api.decision(item.id), { verdict: "reroute", approvers, reason, revision: item.revision }),
    onSuccess: (result: Result<Rerouted, ApiFailure>) => {
      void queries.invalidateQueries({ queryKey: queryKeys.approval(item.id) });
      void queries.invalidateQueries({ queryKey: [TOPICS.approvals] });
      if (!result.ok) return;
      toast({ tone: "done", title: `Handed on to ${result.value.approvers}` });
      onClose();
    },
  });
  const failure = sending.data !== undefined && !sending.data.ok ? sending.data.failure : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (approvers.trim() !== "" && reason.trim() !== "" && !sending.isPending) sending.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Hand this item on"
      description="Only the new approvers decide it then. Its time keeps running, and the record says who handed it on and why."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            busy={sending.isPending}
            disabled={approvers.trim() === "" || reason.trim() === ""}
          >
            Hand on
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {failure === null ? null : (
          <Notice tone="error" live title="Nothing was handed on">
            {failure.message}
          </Notice>
        )}
        <TextField
          label="To the group"
          hint={
            groups.length === 0
              ? "No approver is in a group yet: groups are set on a person's page."
              : `Several with commas: whoever decides is then in all of them. There are: ${groups.slice(0, 12).join(", ")}`
          }
          list={`${form}-groups`}
          value={approvers}
          onChange={(event) => setApprovers(event.target.value)}
          autoComplete="off"
        />
        <datalist id={`${form}-groups`}>
          {groups.map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
        <TextField label="Why" value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />
      </form>
    </Dialog>
  );
}
