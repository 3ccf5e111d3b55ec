"use client";
/** A password that can be looked at. */
import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Field, TextInput } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  autoFocus?: boolean;
  hint?: ReactNode;
  error?: string | null;
}

export function PasswordField({ label, name, autoComplete, autoFocus, hint, error }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <TextInput
            {...control}
            name={name}
            type={shown ? "text" : "password"}
            autoComplete={autoComplete}
            autoFocus={autoFocus}
            required
            className="pr-10 touch:pr-12"
          />
          <IconButton
            label={shown ? "Hide password" : "Show password"}
            onClick={() => setShown(!shown)}
            className="absolute top-0.5 right-0.5"
            icon={shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          />
        </div>
      )}
    </Field>
  );
}
