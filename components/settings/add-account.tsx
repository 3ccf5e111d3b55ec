"use client";
/** Invites a person or makes a service account. Both end in something that is shown once. */
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { type AccessDraft, AccessFields, groupsOf } from "./access-fields";
import { LinkDialog, TokenDialog } from "./once-shown";
import type { PeopleActions } from "./people-actions";
import { type Act, useAct } from "./use-act";

interface AddAccountProps {
  kind: "person" | "service";
  actions: Pick<PeopleActions, "invite" | "createService">;
  groups: readonly string[];
}

const WORDS = {
  person: {
    title: "Invite a person",
    description: "They choose their own password. No mail is sent: you get a link to pass on.",
    button: "Invite person",
    submit: "Make invitation",
  },
  service: {
    title: "New service account",
    description: "For a program. What it does is recorded and shown as done by a service, never by a person.",
    button: "New service account",
    submit: "Make service account",
  },
} as const;

/** What is shown once, and whose it is. */
interface Once {
  readonly text: string;
  readonly name: string;
}

const START: AccessDraft = { roles: ["approver"], groups: "" };

export function AddAccount({ kind, actions, groups }: AddAccountProps) {
  const words = WORDS[kind];
  const [open, setOpen] = useState(false);
  const [once, setOnce] = useState<Once | null>(null);
  const show = (made: Once) => {
    setOpen(false);
    setOnce(made);
  };
  const close = () => setOnce(null);
  return (
    <>
      <Button variant={kind === "person" ? "primary" : "secondary"} onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      {open ? (
        <AccountDialog kind={kind} actions={actions} groups={groups} onMade={show} onClose={() => setOpen(false)} />
      ) : null}
      {once && kind === "person" ? <LinkDialog link={once.text} name={once.name} onKept={close} /> : null}
      {once && kind === "service" ? <TokenDialog token={once.text} name={once.name} onKept={close} /> : null}
    </>
  );
}

interface AccountDialogProps extends AddAccountProps {
  onMade: (made: Once) => void;
  onClose: () => void;
}

function AccountDialog({ kind, actions, groups, onMade, onClose }: AccountDialogProps) {
  const words = WORDS[kind];
  const form = `add-${kind}`;
  const [who, setWho] = useState({ name: "", email: "" });
  const [access, setAccess] = useState(START);
  const act = useAct();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const rest = { roles: access.roles, groups: groupsOf(access.groups) };
    const made = (text: string) => {
      onMade({ text, name: who.name });
      return null;
    };
    if (kind === "person") void act.run(actions.invite({ ...who, ...rest }), ({ link }) => made(link));
    else void act.run(actions.createService({ name: who.name, ...rest }), ({ token }) => made(token));
  };
  const buttons = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={form} busy={act.busy}>
        {words.submit}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={words.title}
      description={words.description}
      actions={buttons}
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {act.generalError ? (
          <Notice tone="error" live>
            {act.generalError}
          </Notice>
        ) : null}
        <WhoFields kind={kind} who={who} onChange={setWho} errorOf={act.errorOf} />
        <AccessFields
          draft={access}
          onChange={setAccess}
          errorOf={act.errorOf}
          known={groups}
          without={kind === "service" ? ["admin"] : []}
        />
      </form>
    </Dialog>
  );
}

interface WhoFieldsProps {
  kind: AddAccountProps["kind"];
  who: { name: string; email: string };
  onChange: (who: { name: string; email: string }) => void;
  errorOf: Act["errorOf"];
}

const WhoFields = ({ kind, who, onChange, errorOf }: WhoFieldsProps) => (
  <>
    <TextField
      label="Name"
      value={who.name}
      onChange={(event) => onChange({ ...who, name: event.target.value })}
      error={errorOf("name")}
      autoComplete="off"
    />
    {kind === "person" ? (
      <TextField
        label="E-mail"
        type="email"
        value={who.email}
        onChange={(event) => onChange({ ...who, email: event.target.value })}
        error={errorOf("email")}
        autoComplete="off"
      />
    ) : null}
  </>
);
