"use client";
/** Settings of one agent. They apply to its next step. */
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import type { AgentSettings } from "@/lib/core/admin/agent-settings";
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { Result } from "@/lib/core/result";
import { AgentFields, type OwnerOption } from "./agent-fields";
import { useAct } from "./use-act";

export type ChangeAgentAction = (input: {
  agentKey: string;
  revision: number;
  settings: AgentSettings;
}) => Promise<Result<void, CommandFailure>>;

interface AgentSettingsFormProps {
  agentKey: string;
  revision: number;
  settings: AgentSettings;
  owners: readonly OwnerOption[];
  change: ChangeAgentAction;
}

export function AgentSettingsForm({ agentKey, revision, settings, owners, change }: AgentSettingsFormProps) {
  const [draft, setDraft] = useState(settings);
  const act = useAct();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(settings);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const requiredMethods = draft.requiredMethods.map((line) => line.trim()).filter(Boolean);
    void act.run(change({ agentKey, revision, settings: { ...draft, requiredMethods } }), () => "Settings saved");
  };
  return (
    <Section title="Settings" description="They apply to the next step of every session.">
      <form onSubmit={submit} className="flex max-w-[640px] flex-col gap-5 px-4 pb-6" noValidate>
        {act.generalError ? (
          <Notice tone="error" live>
            {act.generalError}
          </Notice>
        ) : null}
        <AgentFields settings={draft} onChange={setDraft} owners={owners} errorOf={act.errorOf} />
        <div className="flex gap-2">
          <Button variant="primary" type="submit" busy={act.busy} disabled={!isChanged}>
            Save settings
          </Button>
          <Button disabled={!isChanged || act.busy} onClick={() => setDraft(settings)}>
            Undo changes
          </Button>
        </div>
      </form>
    </Section>
  );
}
