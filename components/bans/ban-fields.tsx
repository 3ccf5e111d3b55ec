/** The members of a ban. All that are given must match. */
import { Field, TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { BanDraft } from "@/lib/console/ban-draft";
import type { ComponentType } from "@/lib/core/agbom/ban";
import { typeWord } from "./ban-words";

const TYPES: readonly ComponentType[] = [
  "tool",
  "mcp_server",
  "model",
  "skill",
  "a2a_peer",
  "knowledge_source",
  "memory_store",
  "agent_capability",
];

interface BanFieldsProps {
  readonly draft: BanDraft;
  readonly onChange: (draft: BanDraft) => void;
  readonly errorOf: (field: string) => string | null;
}

export function BanFields({ draft, onChange, errorOf }: BanFieldsProps) {
  const text = (field: keyof BanDraft) => ({
    value: draft[field],
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [field]: event.target.value }),
    autoComplete: "off",
    spellCheck: false,
  });
  return (
    <>
      <p className="text-13 text-ink-2">
        All that you give must match. Spelling tricks and look-alike letters in names do not help.
      </p>
      <Field label="Kind" error={errorOf("type")}>
        {(control) => (
          <Select
            {...control}
            value={draft.type}
            onChange={(event) => onChange({ ...draft, type: event.target.value })}
            options={[
              { value: "", label: "Any component" },
              ...TYPES.map((type) => ({ value: type, label: typeWord(type) })),
            ]}
          />
        )}
      </Field>
      <div className="grid grid-cols-[1fr_160px] gap-3 touch:grid-cols-1">
        <TextField label="Name" hint="A name, name@version, or a package URL." mono {...text("name")} />
        <TextField label="Versions" hint="Such as >=1.2 <2." mono {...text("versionRange")} />
      </div>
      <TextField label="Provider" mono {...text("provider")} />
      <TextField label="Endpoint" hint="An origin, or a URL and everything under it." mono {...text("endpoint")} />
      <TextField
        label="Digest"
        hint="algorithm:value of a skill or of a component as declared."
        mono
        {...text("digest")}
      />
      <TextField label="Why" hint="Agents and approvers are told." {...text("reason")} spellCheck />
      <TextField label="Ends (UTC)" hint="Empty: for good." type="datetime-local" {...text("expiresAt")} />
    </>
  );
}
