"use client";
/** Registers an agent and shows its first key once. */
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { AGENT_ID_HINT, type AgentSettings, DEFAULT_AGENT_SETTINGS } from "@/lib/core/admin/agent-settings";
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { Result } from "@/lib/core/result";
import { IdentityFields, type OwnerOption } from "./agent-fields";
import { type NewKeyFacts, SecretDialog } from "./secret-dialog";
import { useAct } from "./use-act";

export type RegisterAgentAction = (input: {
  agentId: string;
  settings: AgentSettings;
}) => Promise<Result<NewKeyFacts & { agentKey: string }, CommandFailure>>;

interface RegisterAgentProps {
  owners: readonly OwnerOption[];
  register: RegisterAgentAction;
}

const FORM = "register-agent";

export function RegisterAgent({ owners, register }: RegisterAgentProps) {
  const [open, setOpen] = useState(false);
  const [created, setCreated] = useState<(NewKeyFacts & { agentId: string }) | null>(null);
  const [agentId, setAgentId] = useState("");
  const [settings, setSettings] = useState<AgentSettings>({ name: "", ...DEFAULT_AGENT_SETTINGS });
  const act = useAct();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act.run(register({ agentId, settings }), (key) => {
      setOpen(false);
      setCreated({ ...key, agentId });
      setAgentId("");
      setSettings({ name: "", ...DEFAULT_AGENT_SETTINGS });
      return null;
    });
  };
  return (
    <>
      <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Register agent
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Register an agent"
        description="It gets its first key at once. Limits and abilities can be set on its page."
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" type="submit" form={FORM} busy={act.busy}>
              Register agent
            </Button>
          </>
        }
      >
        <form id={FORM} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          {act.generalError ? (
            <Notice tone="error" live>
              {act.generalError}
            </Notice>
          ) : null}
          <TextField
            label="Agent id"
            hint={AGENT_ID_HINT}
            mono
            value={agentId}
            onChange={(event) => setAgentId(event.target.value)}
            error={act.errorOf("agentId")}
            autoComplete="off"
            spellCheck={false}
          />
          <IdentityFields settings={settings} onChange={setSettings} owners={owners} errorOf={act.errorOf} />
        </form>
      </Dialog>
      {created ? <SecretDialog agentId={created.agentId} created={created} onKept={() => setCreated(null)} /> : null}
    </>
  );
}
