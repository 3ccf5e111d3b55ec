"use client";
/** The settings of an agent as form fields; numbers in the units that people think in. */
import { Checkbox } from "@/components/ui/checkbox";
import { Field, TextArea, TextField } from "@/components/ui/field";
import { Select, type SelectOption } from "@/components/ui/select";
import type { AgentSettings } from "@/lib/core/admin/agent-settings";
import { AlgorithmFields } from "./algorithm-fields";
import type { Act } from "./use-act";

export interface OwnerOption {
  readonly id: string;
  readonly name: string;
}

interface AgentFieldsProps {
  settings: AgentSettings;
  onChange: (settings: AgentSettings) => void;
  owners: readonly OwnerOption[];
  errorOf: Act["errorOf"];
}

export function AgentFields(props: AgentFieldsProps) {
  return (
    <div className="flex flex-col gap-5">
      <IdentityFields {...props} />
      <AbilityFields {...props} />
      <AlgorithmFields {...props} />
      <LimitFields {...props} />
    </div>
  );
}

export function IdentityFields({ settings, onChange, owners, errorOf }: AgentFieldsProps) {
  const options = [{ value: "", label: "Nobody" }, ...owners.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <>
      <TextField
        label="Name"
        value={settings.name}
        onChange={(event) => onChange({ ...settings, name: event.target.value })}
        error={errorOf("name")}
        autoComplete="off"
      />
      <Field label="Owner" hint="Never decides what this agent asks for." error={errorOf("ownerId")}>
        {(control) => (
          <Select
            {...control}
            options={options}
            value={settings.ownerId ?? ""}
            onChange={(event) => onChange({ ...settings, ownerId: event.target.value || null })}
          />
        )}
      </Field>
    </>
  );
}

interface ChoiceFieldProps {
  label: string;
  hint?: string;
  error: string | null;
  options: readonly SelectOption[];
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}

function ChoiceField({ label, hint, error, onChange, ...select }: ChoiceFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Select {...control} {...select} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

const SUBSTITUTES = [
  { value: "hold", label: "Hold the answer until people decide" },
  { value: "defer", label: "Defer" },
  { value: "deny", label: "Deny" },
];

const POSTURES = [
  { value: "deny", label: "Deny (fails closed)" },
  { value: "proceed", label: "Proceed (fails open)" },
];

function AbilityFields(props: AgentFieldsProps) {
  const { settings, onChange, errorOf } = props;
  return (
    <>
      <Checkbox
        label="Understands “ask”"
        hint="Waits for people and sends the action again. Without it, the substitute below applies."
        checked={settings.canAsk}
        onCheckedChange={(canAsk) => onChange({ ...settings, canAsk })}
      />
      <ChoiceField
        label="Instead of “ask”"
        error={errorOf("askSubstitute")}
        disabled={settings.canAsk}
        options={SUBSTITUTES}
        value={settings.askSubstitute}
        onChange={(value) => onChange({ ...settings, askSubstitute: substitute(value) })}
      />
      <Checkbox
        label="Understands “modify”"
        hint="Runs the action with the changes that the answer carries. Without it, a modification becomes a denial."
        checked={settings.canModify}
        onCheckedChange={(canModify) => onChange({ ...settings, canModify })}
      />
      <ChoiceField
        label="When no decision can be had"
        hint="Told to the agent at the handshake. “Proceed” means that an outage of the Guardian lets everything through."
        error={errorOf("onDecisionFailure")}
        options={POSTURES}
        value={settings.onDecisionFailure}
        onChange={(value) => onChange({ ...settings, onDecisionFailure: value === "proceed" ? "proceed" : "deny" })}
      />
      <MethodsField {...props} />
    </>
  );
}

const MethodsField = ({ settings, onChange, errorOf }: AgentFieldsProps) => (
  <Field
    label="Methods that it must report"
    hint="One a line; a|b is met by either. Empty: the ACS-Core floor for agents that call tools."
    error={errorOf("requiredMethods") ?? errorOf("requiredMethods.0")}
  >
    {(control) => (
      <TextArea
        {...control}
        mono
        spellCheck={false}
        value={settings.requiredMethods.join("\n")}
        onChange={(event) => onChange({ ...settings, requiredMethods: event.target.value.split("\n") })}
      />
    )}
  </Field>
);

const substitute = (value: string): AgentSettings["askSubstitute"] =>
  value === "deny" || value === "defer" ? value : "hold";

type NumberName = "timeoutMs" | "skewMs" | "idleLimitS" | "pendingCap" | "holdCap";

const NUMBERS: readonly { name: NumberName; label: string; hint: string; unit: number }[] = [
  { name: "timeoutMs", label: "Answer due (s)", hint: "Every answer is sent before this.", unit: 1000 },
  { name: "skewMs", label: "Clock tolerance (s)", hint: "How far a timestamp may be off, either way.", unit: 1000 },
  { name: "idleLimitS", label: "Idle limit (min)", hint: "Then the session ends and its approvals with it.", unit: 60 },
  { name: "pendingCap", label: "Open approvals", hint: "More are denied as a backlog.", unit: 1 },
  { name: "holdCap", label: "Held answers", hint: "Connections that may wait for people at once.", unit: 1 },
];

function LimitFields({ settings, onChange, errorOf }: AgentFieldsProps) {
  return (
    <div className="grid grid-cols-3 gap-4 touch:grid-cols-1">
      {NUMBERS.map(({ name, label, hint, unit }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          type="number"
          inputMode="numeric"
          min={0}
          value={Number.isNaN(settings[name]) ? "" : settings[name] / unit}
          onChange={(event) => onChange({ ...settings, [name]: Math.round(event.target.valueAsNumber * unit) })}
          error={errorOf(name)}
        />
      ))}
    </div>
  );
}
