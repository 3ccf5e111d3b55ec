"use client";
/** My account: name, password, where I am signed in, appearance. */
import { type FormEvent, useRef, useState } from "react";
import { PasswordField } from "@/components/door/password-field";
import { ThemePicker } from "@/components/shell/theme";
import { RelativeTime } from "@/components/shell/time";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/console/format";
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { SignInItem } from "@/lib/core/read-models/admin";
import type { Result } from "@/lib/core/result";
import { useAct } from "./use-act";

type Outcome<T> = Promise<Result<T, CommandFailure>>;

export interface AccountActions {
  readonly rename: (name: string) => Outcome<void>;
  readonly changePassword: (input: { current: string; next: string }) => Outcome<{ ended: number }>;
  readonly endSignIn: (signInId: string) => Outcome<void>;
}

export function NameForm({ name, rename }: { name: string; rename: AccountActions["rename"] }) {
  const [draft, setDraft] = useState(name);
  const act = useAct();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act.run(rename(draft), () => "Name changed");
  };
  return (
    <Section title="Name" description="Shown beside what you decide.">
      <form onSubmit={submit} className="flex max-w-[420px] items-start gap-2 px-4 pb-5" noValidate>
        <div className="flex-1">
          <TextField
            label="Name"
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            error={act.errorOf("name") ?? act.generalError}
            autoComplete="name"
          />
        </div>
        <Button type="submit" className="mt-[26px] h-8 touch:h-11" busy={act.busy} disabled={draft === name}>
          Change name
        </Button>
      </form>
    </Section>
  );
}

export function PasswordForm({ change }: { change: AccountActions["changePassword"] }) {
  const form = useRef<HTMLFormElement>(null);
  const act = useAct();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const input = { current: String(data.get("current")), next: String(data.get("next")) };
    void act.run(change(input), ({ ended }) => {
      form.current?.reset();
      return ended === 0 ? "Password changed" : `Password changed, ${plural(ended, "other sign-in")} ended`;
    });
  };
  return (
    <Section title="Password" description="Changing it signs you out everywhere else.">
      <form ref={form} onSubmit={submit} className="flex max-w-[420px] flex-col gap-4 px-4 pb-5" noValidate>
        <PasswordField
          label="Present password"
          name="current"
          autoComplete="current-password"
          error={act.errorOf("current") ?? act.generalError}
        />
        <PasswordField
          label="New password"
          name="next"
          autoComplete="new-password"
          hint="At least 12 characters."
          error={act.errorOf("next")}
        />
        <div>
          <Button type="submit" busy={act.busy}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  );
}

interface SignInsProps {
  signIns: readonly SignInItem[];
  currentId: string | null;
  end: AccountActions["endSignIn"];
}

export function SignIns({ signIns, currentId, end }: SignInsProps) {
  const act = useAct();
  return (
    <Section title="Signed in" description="A sign-in ends by itself after 12 hours.">
      <ul className="border-t">
        {signIns.map((signIn) => (
          <li key={signIn.id} className="flex min-h-row items-center gap-4 border-b px-4 py-1.5 last:border-b-0">
            <div className="min-w-0 flex-1">
              <p className="truncate text-13" title={signIn.userAgent ?? undefined}>
                {browserOf(signIn.userAgent)}
                {signIn.id === currentId ? <span className="text-ink-3"> (this one)</span> : null}
              </p>
              <p className="text-12 text-ink-3">
                Since <RelativeTime at={signIn.createdAt} />
              </p>
            </div>
            {signIn.id === currentId ? null : (
              <Button busy={act.busy} onClick={() => void act.run(end(signIn.id), () => "Signed out there")}>
                Sign out there
              </Button>
            )}
          </li>
        ))}
      </ul>
      {act.failure ? (
        <p role="alert" className="px-4 pb-3 text-13 text-deny">
          {act.failure.message}
        </p>
      ) : null}
    </Section>
  );
}

export const AppearanceSection = () => (
  <Section title="Appearance">
    <div className="px-4 pb-5">
      <ThemePicker />
    </div>
  </Section>
);

/** A rough name; the whole text stands in the tooltip. */
function browserOf(userAgent: string | null): string {
  if (!userAgent) return "Unknown browser";
  const browser = /Edg\//.test(userAgent)
    ? "Edge"
    : (/(Firefox|Chrome|HeadlessChrome|Safari)\//.exec(userAgent)?.[1] ?? "Browser");
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1];
  return system ? `${browser} on ${system}` : browser;
}
