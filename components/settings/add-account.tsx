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
import { useAct } from "./use-act";

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

const START: AccessDraft = { roles: ["approver"], groups: "" };

export function AddAccount({ kind, actions, groups }: AddAccountProps) {
  const words = WORDS[kind];
  const form = `add-${kind}`;
  const [open, setOpen] = useState(false);
  const [once, setOnce] = useState<{ text: string; name: string } | null>(null);
  const [who, setWho] = useState({ name: "", email: "" });
  const [access, setAccess] = useState(START);
  const act = useAct();
  const finish = (text: string) => {
    setOpen(false);
    setOnce({ text, name: who.name });
    setWho({ name: "", email: "" });
    setAccess(START);
    return null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const rest = { roles: access.roles, groups: groupsOf(access.groups) };
    if (kind === "person") void act.run(actions.invite({ ...who, ...rest }), ({ link }) => finish(link));
    else void act.run(actions.createService({ name: who.name, ...rest }), ({ token }) => finish(token));
  };
  const close = () => setOnce(null);
  return (
    <>
      <Button variant={kind === "person" ? "primary" : "secondary"} onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={words.title}
        description={words.description}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" type="submit" form={form} busy={act.busy}>
              {words.submit}
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          {act.generalError ? (
            <Notice tone="error" live>
              {act.generalError}
            </Notice>
          ) : null}
          <TextField
            label="Name"
            value={who.name}
            onChange={(event) => setWho({ ...who, name: event.target.value })}
            error={act.errorOf("name")}
            autoComplete="off"
          />
          {kind === "person" ? (
            <TextField
              label="E-mail"
              type="email"
              value={who.email}
              onChange={(event) => setWho({ ...who, email: event.target.value })}
              error={act.errorOf("email")}
              autoComplete="off"
            />
          ) : null}
          <AccessFields
            draft={access}
            onChange={setAccess}
            errorOf={act.errorOf}
            known={groups}
            without={kind === "service" ? ["admin"] : []}
          />
        </form>
      </Dialog>
      {once && kind === "person" ? <LinkDialog link={once.text} name={once.name} onKept={close} /> : null}
      {once && kind === "service" ? <TokenDialog token={once.text} name={once.name} onKept={close} /> : null}
    </>
  );
}
