"use client";
/** What an admin can do with one account besides its access: a new link, a new token, shut out, let in. */
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Section } from "@/components/ui/section";
import type { PersonItem } from "@/lib/core/read-models/admin";
import { LinkDialog, TokenDialog } from "./once-shown";
import type { PeopleActions } from "./people-actions";
import { useAct } from "./use-act";

type AccountActions = Pick<PeopleActions, "inviteAgain" | "replaceToken" | "disable" | "enable">;

export function AccountSwitch({ person, actions }: { person: PersonItem; actions: AccountActions }) {
  return (
    <>
      {person.state === "invited" ? <NewLink person={person} actions={actions} /> : null}
      {person.kind === "service" && person.state === "active" ? <NewToken person={person} actions={actions} /> : null}
      {person.state === "disabled" ? (
        <Enable person={person} actions={actions} />
      ) : (
        <Disable person={person} actions={actions} />
      )}
    </>
  );
}

interface Props {
  person: PersonItem;
  actions: AccountActions;
}

const Row = (props: {
  title: string;
  description: string;
  error?: string;
  button: ReactNode;
  children?: ReactNode;
}) => (
  <Section title={props.title} description={props.description} actions={props.button}>
    <div className="px-4 pb-2">
      {props.error ? (
        <p role="alert" className="text-13 text-deny">
          {props.error}
        </p>
      ) : null}
      {props.children}
    </div>
  </Section>
);

function NewLink({ person, actions }: Props) {
  const [link, setLink] = useState<string | null>(null);
  const act = useAct();
  const renew = () =>
    void act.run(actions.inviteAgain(person.id), (made) => {
      setLink(made.link);
      return null;
    });
  return (
    <Row
      title="Invitation"
      description="A new link voids the one before."
      error={act.failure?.message}
      button={
        <Button busy={act.busy} onClick={renew}>
          New link
        </Button>
      }
    >
      {link ? <LinkDialog link={link} name={person.name} onKept={() => setLink(null)} /> : null}
    </Row>
  );
}

function NewToken({ person, actions }: Props) {
  const [token, setToken] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const act = useAct();
  const replace = () =>
    void act.run(actions.replaceToken(person.id), (made) => {
      setAsking(false);
      setToken(made.token);
      return null;
    });
  return (
    <Row
      title="Token"
      description="A new token; the old one stops at once."
      button={<Button onClick={() => setAsking(true)}>Replace token</Button>}
    >
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Replace the token of ${person.name}?`}
        action="Replace token"
        busy={act.busy}
        error={act.failure?.message}
        onConfirm={replace}
      >
        Whatever uses the present token is refused from then on.
      </ConfirmDialog>
      {token ? <TokenDialog token={token} name={person.name} onKept={() => setToken(null)} /> : null}
    </Row>
  );
}

function Disable({ person, actions }: Props) {
  const [asking, setAsking] = useState(false);
  const act = useAct();
  const disable = () =>
    void act.run(actions.disable(person.id), () => {
      setAsking(false);
      return "Account disabled";
    });
  return (
    <Row
      title="Disable"
      description="Ends every sign-in and open page of this account at once. What it decided stays on record."
      button={
        <Button variant="danger-quiet" onClick={() => setAsking(true)}>
          Disable account
        </Button>
      }
    >
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disable ${person.name}?`}
        action="Disable account"
        danger
        busy={act.busy}
        error={act.failure?.message}
        onConfirm={disable}
      >
        The account is signed out everywhere and decides nothing more. It can be enabled again.
      </ConfirmDialog>
    </Row>
  );
}

function Enable({ person, actions }: Props) {
  const act = useAct();
  return (
    <Row
      title="Disabled"
      description="The account cannot be used. Enabling it gives back the roles above."
      error={act.failure?.message}
      button={
        <Button busy={act.busy} onClick={() => void act.run(actions.enable(person.id), () => "Account enabled")}>
          Enable account
        </Button>
      }
    />
  );
}
