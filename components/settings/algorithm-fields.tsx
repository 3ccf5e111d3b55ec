"use client";
/** Which signature algorithms an agent's keys may be for. */
import { Checkbox } from "@/components/ui/checkbox";
import type { AgentSettings } from "@/lib/core/admin/agent-settings";
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from "@/lib/core/signing/algorithms";
import type { Act } from "./use-act";

interface AlgorithmFieldsProps {
  settings: AgentSettings;
  onChange: (settings: AgentSettings) => void;
  errorOf: Act["errorOf"];
}

export function AlgorithmFields({ settings, onChange, errorOf }: AlgorithmFieldsProps) {
  const allowed = new Set<SignatureAlgorithm>(settings.allowedAlgorithms);
  const toggle = (name: SignatureAlgorithm, isAllowed: boolean) =>
    onChange({
      ...settings,
      allowedAlgorithms: SIGNATURE_ALGORITHMS.filter((each) => (each === name ? isAllowed : allowed.has(each))),
    });
  const error = errorOf("allowedAlgorithms");
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-13 font-medium">Signature algorithms</legend>
      <p className="text-12 text-ink-3">
        A key can be registered for these only, and told to the agent at the handshake. Keys of the others open no new
        session.
      </p>
      <div className="mt-1 grid grid-cols-2 gap-x-4 gap-y-1 touch:grid-cols-1">
        {SIGNATURE_ALGORITHMS.map((name) => (
          <Checkbox
            key={name}
            label={<code className="text-12">{name}</code>}
            checked={allowed.has(name)}
            onCheckedChange={(isAllowed) => toggle(name, isAllowed)}
          />
        ))}
      </div>
      {error ? (
        <p role="alert" className="text-12 text-deny">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
