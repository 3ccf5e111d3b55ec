"use client";
/** A new agent key with its secret, and how an agent uses it. */
import { OnceDialog } from "./once-dialog";

export interface NewKeyFacts {
  readonly keyId: string;
  readonly secret: string;
}

export function SecretDialog({
  agentId,
  created,
  onKept,
}: {
  agentId: string;
  created: NewKeyFacts;
  onKept: () => void;
}) {
  const environment = `GUARDIAN_AGENT_ID=${agentId}\nGUARDIAN_KEY_ID=${created.keyId}\nGUARDIAN_SECRET=${created.secret}`;
  return (
    <OnceDialog
      title="New key"
      notice="The secret is shown now and never again. It is stored encrypted; if it is lost, rotate the key."
      values={[
        { label: "Key id", text: created.keyId },
        { label: "Secret", text: created.secret },
      ]}
      onKept={onKept}
    >
      <details>
        <summary className="text-13 text-ink-2">As environment of the agent</summary>
        <pre className="mt-2 overflow-x-auto rounded border bg-sunken p-2.5 text-12">{environment}</pre>
      </details>
    </OnceDialog>
  );
}
