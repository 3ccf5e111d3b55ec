"use client";
/** Retires a key with an overlap for its open sessions; rotating makes the successor in the same step. */
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { AgentKeyItem } from "@/lib/core/read-models/admin";
import { isPublicKeyAlgorithm } from "@/lib/core/signing/algorithms";
import type { KeyActions } from "./key-actions";
import { NO_KEY, PublicKeyFields } from "./public-key-fields";
import type { NewKeyFacts } from "./secret-dialog";
import { useAct } from "./use-act";

interface RetireDialogProps {
  open: { kind: "rotate" | "retire" | "revoke"; key: AgentKeyItem };
  actions: KeyActions;
  onCreated: (key: NewKeyFacts) => null;
  onClose: () => void;
}

const OVERLAPS = [
  { value: "0", label: "None: open sessions end now" },
  { value: "900", label: "15 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "7 days" },
];

const FORM = "retire-key";

export function RetireDialog({ open, actions, onCreated, onClose }: RetireDialogProps) {
  const { key, kind } = open;
  const [overlap, setOverlap] = useState("3600");
  const [texts, setTexts] = useState(NO_KEY);
  const act = useAct();
  const algorithm = isPublicKeyAlgorithm(key.algorithm) ? key.algorithm : null;
  const rotates = kind === "rotate";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { keyId: key.keyId, overlapS: Number(overlap) };
    if (rotates && algorithm === null) return void act.run(actions.rotate(input), onCreated);
    if (rotates) {
      return void act.run(actions.rotatePublic({ ...input, ...texts }), (made) => {
        onClose();
        return `Key ${made.keyId} registered, ${key.keyId} retired`;
      });
    }
    void act.run(actions.retire(input), () => {
      onClose();
      return `Key ${key.keyId} retired`;
    });
  };
  const action = rotates ? "Rotate key" : "Retire key";
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={`${action} ${key.keyId}`}
      description={
        rotates
          ? "Makes a new key and retires this one: it opens no session from now on."
          : "The key opens no session from now on. There will be no successor."
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} busy={act.busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-3" noValidate>
        {act.generalError ? (
          <p role="alert" className="text-13 text-deny">
            {act.generalError}
          </p>
        ) : null}
        {rotates && algorithm !== null ? (
          <PublicKeyFields algorithm={algorithm} texts={texts} onChange={setTexts} errorOf={act.errorOf} />
        ) : null}
        <Field
          label="Overlap"
          hint="How long sessions that this key opened may go on. Past it, their messages are refused."
          error={act.errorOf("overlapS")}
        >
          {(control) => (
            <Select
              {...control}
              options={OVERLAPS}
              value={overlap}
              onChange={(event) => setOverlap(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
