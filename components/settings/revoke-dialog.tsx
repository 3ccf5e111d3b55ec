"use client";
/** Asks before a key ends now, with everything that ends with it. */
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { plural } from "@/lib/console/format";
import type { AgentKeyItem } from "@/lib/core/read-models/admin";
import type { KeyActions } from "./key-actions";
import { useAct } from "./use-act";

interface RevokeDialogProps {
  item: AgentKeyItem;
  revoke: KeyActions["revoke"];
  onClose: () => void;
}

export function RevokeDialog({ item, revoke, onClose }: RevokeDialogProps) {
  const act = useAct();
  const confirm = () =>
    void act.run(revoke(item.keyId), ({ closed, cancelled }) => {
      onClose();
      return `Key revoked: ${plural(closed, "session")} closed, ${plural(cancelled, "approval")} cancelled`;
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Revoke ${item.keyId}?`}
      action="Revoke key"
      danger
      busy={act.busy}
      error={act.failure?.message}
      onConfirm={confirm}
    >
      <p>For a key that leaked. It ends now and cannot come back.</p>
      <p>
        {plural(item.openSessions, "open session")} will be closed and {plural(item.openApprovals, "approval")}{" "}
        cancelled, also those that are approved and not used yet.
      </p>
    </ConfirmDialog>
  );
}
