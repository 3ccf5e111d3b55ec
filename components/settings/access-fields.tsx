"use client";
/** Roles and groups as form fields. */
import { Checkbox } from "@/components/ui/checkbox";
import { TextField } from "@/components/ui/field";
import { ROLE_SUMMARY, ROLES, type Role } from "@/lib/core/access";
import type { Act } from "./use-act";

export interface AccessDraft {
  readonly roles: readonly string[];
  /** As typed: names with commas or blanks between. */
  readonly groups: string;
}

export const groupsOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

interface AccessFieldsProps {
  draft: AccessDraft;
  onChange: (draft: AccessDraft) => void;
  errorOf: Act["errorOf"];
  /** Groups that exist, as a hint. */
  known: readonly string[];
  /** Roles that cannot be chosen here. */
  without?: readonly Role[];
}

export function AccessFields({ draft, onChange, errorOf, known, without = [] }: AccessFieldsProps) {
  const toggle = (role: Role, on: boolean) =>
    onChange({ ...draft, roles: on ? [...draft.roles, role] : draft.roles.filter((other) => other !== role) });
  const error = errorOf("roles");
  return (
    <>
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 text-13 font-medium">Roles</legend>
        {ROLES.filter((role) => !without.includes(role)).map((role) => (
          <Checkbox
            key={role}
            label={<span className="capitalize">{role}</span>}
            hint={ROLE_SUMMARY[role]}
            checked={draft.roles.includes(role)}
            onCheckedChange={(on) => toggle(role, on)}
          />
        ))}
        {error ? (
          <p role="alert" className="text-12 text-deny">
            {error}
          </p>
        ) : null}
      </fieldset>
      <TextField
        label="Approver groups"
        hint={
          known.length > 0
            ? `Policies name them in @approvers. In use: ${known.join(", ")}.`
            : "Policies name them in @approvers. Every approver is in “approvers” already."
        }
        value={draft.groups}
        onChange={(event) => onChange({ ...draft, groups: event.target.value })}
        error={errorOf("groups")}
        placeholder="finance, on-call"
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
