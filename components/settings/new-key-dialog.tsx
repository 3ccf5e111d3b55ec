"use client";
/** Another key for an agent: an HMAC secret that is made here, or a public key whose private half the agent keeps. */
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { isPublicKeyAlgorithm, type SignatureAlgorithm } from "@/lib/core/signing/algorithms";
import type { KeyActions } from "./key-actions";
import { NO_KEY, PublicKeyFields } from "./public-key-fields";
import type { NewKeyFacts } from "./secret-dialog";
import { useAct } from "./use-act";

interface NewKeyDialogProps {
  agentKey: string;
  /** What the agent's settings allow. */
  algorithms: readonly SignatureAlgorithm[];
  actions: KeyActions;
  onSecret: (key: NewKeyFacts) => null;
  onClose: () => void;
}

const FORM = "new-key";
const SECRET_HINT = "Agent and Guardian share a secret. It is made now and shown once.";
const PUBLIC_HINT = "The agent keeps the private key; only the public one is given here.";
const SLOW_HINT = "Signing takes seconds: sessions under this key get at least 30 s for an answer.";

export function NewKeyDialog({ agentKey, algorithms, actions, onSecret, onClose }: NewKeyDialogProps) {
  const [algorithm, setAlgorithm] = useState<SignatureAlgorithm>(algorithms[0] ?? "HMAC-SHA256");
  const [texts, setTexts] = useState(NO_KEY);
  const act = useAct();
  const isPublic = isPublicKeyAlgorithm(algorithm);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPublic) return void act.run(actions.create(agentKey), onSecret);
    void act.run(actions.register({ agentKey, algorithm, ...texts }), (key) => {
      onClose();
      return `Key ${key.keyId} registered`;
    });
  };
  const hint = isPublic ? (algorithm.startsWith("SLH-DSA") ? `${PUBLIC_HINT} ${SLOW_HINT}` : PUBLIC_HINT) : SECRET_HINT;
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="New key"
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} busy={act.busy}>
            {isPublic ? "Register key" : "Make key"}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {act.generalError ? (
          <Notice tone="error" live>
            {act.generalError}
          </Notice>
        ) : null}
        <Field label="Algorithm" hint={hint} error={act.errorOf("algorithm")}>
          {(control) => (
            <Select
              {...control}
              options={algorithms.map((name) => ({ value: name, label: name }))}
              value={algorithm}
              onChange={(event) => {
                setAlgorithm(algorithms.find((name) => name === event.target.value) ?? algorithm);
                act.clear();
              }}
            />
          )}
        </Field>
        {isPublic ? (
          <PublicKeyFields algorithm={algorithm} texts={texts} onChange={setTexts} errorOf={act.errorOf} />
        ) : null}
      </form>
    </Dialog>
  );
}
