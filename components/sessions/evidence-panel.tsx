"use client";
/** Exports the evidence of a session as one file, and says how to check it without us. */
import { Download, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useCan } from "@/components/shell/viewer";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { useToast } from "@/components/ui/toast";
import { plural } from "@/lib/console/format";
import { api } from "@/lib/console/routes";
import { sessionApi } from "@/lib/console/session-queries";
import type { SessionHeader } from "@/lib/core/read-models/sessions";
import { savePack } from "./save-pack";

export function EvidencePanel({ session }: { session: SessionHeader }) {
  const allowed = useCan("evidence.export");
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-[720px] flex-col gap-8 px-4 py-6">
        <section aria-label="What is in it">
          <h2 className="text-16 font-semibold">One file that others can check</h2>
          <p className="mt-1 text-13 text-ink-2">
            It holds {plural(session.headSeq, "entry", "entries")} with the messages that they commit to, byte for byte
            as received and sent, the receipts of decisions, and the head of the chain signed by this Guardian at the
            moment of export.{" "}
            {session.state === "open" ? "The session is open, so the file shows it up to now and not as complete." : ""}
          </p>
        </section>
        {allowed ? <Export session={session} /> : <NotAllowed />}
        <HowToCheck session={session} />
        <Limits />
      </div>
    </div>
  );
}

const NotAllowed = () => (
  <Notice title="Your roles do not export evidence">
    Analysts and admins do. The Chain tab recomputes the same chain in your browser.
  </Notice>
);

function Export({ session }: { session: SessionHeader }) {
  const [exact, setExact] = useState(false);
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const download = async () => {
    setBusy(true);
    const failure = await savePack(sessionApi.evidence(session.key, exact), fileName(session));
    setBusy(false);
    if (failure === null)
      toast({ tone: "done", title: "Evidence exported", detail: "The export is in the audit trail." });
    else toast({ tone: "failed", title: "Nothing was exported", detail: failure });
  };
  return (
    <section aria-label="Export" className="flex flex-col gap-3 border-y py-4">
      <Checkbox
        label="Include messages that hold secret values"
        hint="Without this they are withheld and the chain still verifies, since entries hold hashes only. With it, the file holds passwords and tokens in clear."
        checked={exact}
        onCheckedChange={setExact}
      />
      {exact ? (
        <p className="flex items-start gap-2 text-13 text-ask">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          Keep this file as carefully as the secrets in it. The audit trail records that you took the exact bytes.
        </p>
      ) : null}
      <div>
        <Button variant="primary" size="lg" busy={busy} icon={<Download aria-hidden size={16} />} onClick={download}>
          {exact ? "Download the exact evidence" : "Download the evidence"}
        </Button>
      </div>
    </section>
  );
}

const fileName = (session: SessionHeader): string =>
  `evidence-${session.sessionId.replaceAll(/[^A-Za-z0-9-]/g, "_")}.json`;

function HowToCheck({ session }: { session: SessionHeader }) {
  const command = `npm run verify -- ${fileName(session)} --key guardian-keys.json`;
  return (
    <section aria-label="How to check it">
      <h2 className="text-14 font-semibold">Check it without this server</h2>
      <p className="mt-1 text-13 text-ink-2">
        Take the Guardian&apos;s public keys once, over a way that you trust, from{" "}
        <a href={api.guardianKeys()} className="text-accent underline">
          {api.guardianKeys()}
        </a>
        . The verifier needs no server, no database and no network, and never trusts a key inside the file.
      </p>
      <div className="mt-2 flex items-center gap-2 rounded bg-sunken px-3 py-2">
        <code className="min-w-0 flex-1 text-12 break-all">{command}</code>
        <CopyButton text={command} label="Copy the command" />
      </div>
      <p className="mt-1 text-12 text-ink-3">
        Exit code 0: verified. 1: tampered, with the first bad entry named. 2: cannot decide.
      </p>
    </section>
  );
}

const Limits = () => (
  <section aria-label="What it does not prove">
    <h2 className="text-14 font-semibold">What it does not prove</h2>
    <ul className="mt-1 list-disc space-y-1 pl-4 text-13 text-ink-2">
      <li>
        Where messages are signed with HMAC, both the agent and the Guardian hold that key, so the file alone cannot
        tell a third party which of the two wrote a message. Signatures under public keys are checked when the
        agent&apos;s key is given too (<code>--agent-key</code>). The head and the receipts carry the Guardian&apos;s
        own signature.
      </li>
      <li>
        A complete chain shows what was asked and answered. It is no proof that a person was involved: look at who
        decided. Receipts name a person or a service, and never call one the other.
      </li>
    </ul>
  </section>
);
