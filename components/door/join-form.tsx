"use client";
/** Makes an account from a one-time link: the first one, or an invited one whose address is fixed. */
import { useActionState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { CommandFailure } from "@/lib/core/admin/failure";
import { MIN_PASSWORD } from "@/lib/core/admin/person-input";
import { PasswordField } from "./password-field";

export interface JoinState {
  readonly failure: CommandFailure | null;
  /** What was typed, so that a refusal loses nothing but the password. */
  readonly name: string;
  readonly email: string;
}

interface JoinFormProps {
  title: string;
  intro: string;
  /** Given: shown and not editable. */
  invitedEmail?: string;
  initialName: string;
  submit: (state: JoinState, form: FormData) => Promise<JoinState>;
  action: string;
}

export function JoinForm({ title, intro, invitedEmail, initialName, submit, action }: JoinFormProps) {
  const start: JoinState = { failure: null, name: initialName, email: invitedEmail ?? "" };
  const [state, run, busy] = useActionState(submit, start);
  const errorOf = (field: string) => (state.failure?.field === field ? state.failure.message : null);
  return (
    <form action={run} className="flex flex-col gap-4" noValidate>
      <div>
        <h1 className="text-20 font-semibold">{title}</h1>
        <p className="mt-1 text-13 text-ink-2">{intro}</p>
      </div>
      {state.failure && !state.failure.field ? (
        <Notice tone="error" live>
          {state.failure.message}
        </Notice>
      ) : null}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={state.name}
        error={errorOf("name")}
        autoFocus
        required
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={state.email}
        readOnly={invitedEmail !== undefined}
        hint={invitedEmail === undefined ? undefined : "Given by the admin who invited you."}
        error={errorOf("email")}
        required
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD} characters. A sentence is easier to keep than a riddle.`}
        error={errorOf("password")}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {action}
      </Button>
    </form>
  );
}
