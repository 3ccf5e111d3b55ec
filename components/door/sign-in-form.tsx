"use client";
/** E-mail and password. One answer for every wrong pair; the limit on guessing has its own. */
import { signIn } from "next-auth/react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "./password-field";

interface SignInFormProps {
  /** A path of this console. */
  returnTo: string;
  /** Said above the form: the account was just made. */
  welcome?: string;
  email?: string;
}

const MESSAGES: { readonly [error: string]: { title: string; text: string } } = {
  limited: {
    title: "Too many attempts",
    text: "Sign-in for this account or from this address is paused. Wait 15 minutes and try again.",
  },
  CredentialsSignin: {
    title: "That did not match",
    text: "Check the address and the password. An account that an admin disabled is refused the same way.",
  },
  unreachable: { title: "No answer", text: "The console could not be reached. Check the connection and try again." },
};

export function SignInForm({ returnTo, welcome, email }: SignInFormProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    const answer = await signIn("credentials", {
      email: form.get("email"),
      password: form.get("password"),
      redirect: false,
    }).catch(() => ({ ok: false, error: "unreachable" }));
    if (answer?.ok && !answer.error) return window.location.assign(returnTo);
    setError(answer?.error ?? "unreachable");
    setBusy(false);
  };
  const message = error ? (MESSAGES[error] ?? MESSAGES.unreachable) : null;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      <h1 className="text-20 font-semibold">Sign in</h1>
      {welcome ? (
        <Notice tone="done" live>
          {welcome}
        </Notice>
      ) : null}
      {message ? (
        <Notice tone="error" title={message.title} live>
          {message.text}
        </Notice>
      ) : null}
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus={!email}
        defaultValue={email}
        required
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" autoFocus={Boolean(email)} />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {busy ? "Signing in" : "Sign in"}
      </Button>
    </form>
  );
}
