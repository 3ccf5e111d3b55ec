"use client";
/** The two verdicts and the reason that goes with them, behind the gate. */
import { type RefObject, useRef, useState } from "react";
import type { Gate } from "@/lib/console/decision-gate";
import type { Drawn } from "@/lib/console/served-view";
import type { ServedApproval } from "@/lib/core/read-models/approvals";
import type { GrantScope } from "./grant-choice";
import type { Deciding } from "./use-decision";
import type { Editing } from "./use-editing";

export interface Reason {
  readonly text: string;
  readonly write: (text: string) => void;
  /** A denial was tried without one. */
  readonly missing: boolean;
  readonly ref: RefObject<HTMLTextAreaElement | null>;
}

export interface Verdicts {
  readonly approve: () => void;
  readonly deny: () => void;
  readonly last: "approve" | "deny" | null;
  readonly reason: Reason;
}

interface VerdictInput {
  readonly gate: Gate;
  readonly served: ServedApproval | null;
  readonly drawn: Drawn | null;
  readonly editing: Editing;
  readonly deciding: Deciding;
  /** Null where no rule would widen the intent. */
  readonly grant: GrantScope | null;
}

export function useVerdicts({ gate, served, drawn, editing, deciding, grant }: VerdictInput): Verdicts {
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  const [last, setLast] = useState<"approve" | "deny" | null>(null);
  const ref = useRef<HTMLTextAreaElement>(null);
  const send = (verdict: "approve" | "deny") => {
    if (served === null || drawn === null) return;
    const approves = verdict === "approve";
    setLast(verdict);
    deciding.send({
      verdict,
      ...(text.trim() === "" ? {} : { reason: text.trim() }),
      revision: served.revision,
      action_digest: approves ? editing.digest : drawn.actionDigest,
      view_digest: drawn.viewDigest,
      ...(approves && editing.edits !== undefined ? { edits: editing.edits } : {}),
      ...(approves && grant === "session" ? { grant: { scope: grant } } : {}),
    });
  };
  const write = (next: string) => {
    setText(next);
    setMissing(false);
  };
  const deny = () => {
    if (gate.deny !== null) return;
    if (text.trim() !== "") return send("deny");
    setMissing(true);
    ref.current?.focus();
  };
  const approve = () => {
    if (gate.approve === null) send("approve");
  };
  return { approve, deny, last, reason: { text, write, missing, ref } };
}
