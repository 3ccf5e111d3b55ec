"use client";
/** Shuts an agent out, or lets it in again. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/console/format";
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { AgentItem } from "@/lib/core/read-models/admin";
import type { Result } from "@/lib/core/result";
import { useAct } from "./use-act";

interface AgentSwitchProps {
  agent: AgentItem;
  disable: (agentKey: string) => Promise<Result<{ closed: number; cancelled: number }, CommandFailure>>;
  enable: (agentKey: string) => Promise<Result<void, CommandFailure>>;
}

export function AgentSwitch({ agent, disable, enable }: AgentSwitchProps) {
  const [asking, setAsking] = useState(false);
  const act = useAct();
  const turnOff = () =>
    void act.run(disable(agent.key), ({ closed, cancelled }) => {
      setAsking(false);
      return `Agent disabled: ${plural(closed, "session")} closed, ${plural(cancelled, "approval")} cancelled`;
    });
  return (
    <Section
      title={agent.disabled ? "Disabled" : "Disable"}
      description={
        agent.disabled
          ? "The agent opens no session. Its keys are kept."
          : "The agent opens no session and gets no more answers. Its keys are kept, for later."
      }
      actions={
        agent.disabled ? (
          <Button busy={act.busy} onClick={() => void act.run(enable(agent.key), () => "Agent enabled")}>
            Enable agent
          </Button>
        ) : (
          <Button variant="danger-quiet" onClick={() => setAsking(true)}>
            Disable agent
          </Button>
        )
      }
    >
      <div className="pb-2" />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disable ${agent.agentId}?`}
        action="Disable agent"
        danger
        busy={act.busy}
        error={act.failure?.message}
        onConfirm={turnOff}
      >
        <p>
          {plural(agent.openSessions, "open session")} will be closed and {plural(agent.openApprovals, "approval")}{" "}
          cancelled.
        </p>
      </ConfirmDialog>
    </Section>
  );
}
