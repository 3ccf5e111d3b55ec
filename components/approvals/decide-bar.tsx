"use client";
/** What the person commits to. The button names the act; every reason for a closed button is said. */
import { CircleAlert, Pencil, ShieldAlert } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import type { ApiFailure } from "@/lib/console/api";
import { type Gate, gateSentence } from "@/lib/console/decision-gate";
import { plural } from "@/lib/console/format";
import type { ApprovalDetail } from "@/lib/core/read-models/approvals";
import { ApproveButton } from "./approve-button";
import { Countdown } from "./countdown";
import { GrantChoice, type GrantScope } from "./grant-choice";
import { RerouteDialog } from "./reroute-dialog";
import type { Armed } from "./use-armed";
import type { Editing } from "./use-editing";
import type { Reason } from "./use-verdicts";

interface DecideBarProps {
  readonly detail: ApprovalDetail;
  readonly scope: GrantScope;
  readonly onScope: (scope: GrantScope) => void;
  readonly gate: Gate;
  readonly act: string;
  readonly expiresAt: number;
  readonly armed: Armed;
  readonly editing: Editing;
  readonly sending: "approve" | "deny" | null;
  readonly failure: ApiFailure | null;
  readonly ineligibleReason: string | null;
  readonly reason: Reason;
  readonly onDeny: () => void;
  readonly onOpenAll: () => void;
}

export function DecideBar(props: DecideBarProps) {
  const { gate, editing, failure } = props;
  return (
    <section
      aria-label="Decide"
      className="sticky bottom-0 z-10 border-t bg-surface px-5 pt-3 pb-4 touch:px-4 touch:pb-3"
    >
      {failure ? <Failure failure={failure} /> : null}
      <Standing {...props} />
      {props.detail.extension === null ? null : (
        <GrantChoice extension={props.detail.extension} scope={props.scope} onScope={props.onScope} />
      )}
      <div className="flex flex-wrap items-end gap-2">
        <ReasonField {...props} />
        <div className="flex w-full flex-wrap items-center justify-end gap-2">
          <Button
            onClick={editing.toggle}
            disabled={editing.whyNot !== null || gate.approve === "ineligible"}
            title={editing.whyNot ?? undefined}
            aria-pressed={editing.active}
            icon={<Pencil aria-hidden size={14} />}
            shortcut="E"
            size="lg"
            className="touch:flex-1"
          >
            {editing.active ? "Drop edits" : "Edit"}
          </Button>
          <span className="mr-auto flex touch:mr-0 touch:flex-1">
            <RerouteDialog detail={props.detail} />
          </span>
          <Button
            variant="danger-quiet"
            size="lg"
            onClick={props.onDeny}
            disabled={gate.deny !== null}
            busy={props.sending === "deny"}
            shortcut="D"
            className="touch:flex-1"
          >
            Deny
          </Button>
          <ApproveButton {...props} />
        </div>
      </div>
    </section>
  );
}

function Standing({ gate, expiresAt, ineligibleReason, onOpenAll, armed, editing }: DecideBarProps) {
  const why = gate.approve === "ineligible" ? (ineligibleReason ?? "You cannot decide this item.") : null;
  const unread = gate.approve === "unread";
  const said =
    why ?? (gate.approve === null || gate.approve === "sending" ? null : gateSentence(gate.approve, gate.unread));
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-13" aria-live="polite">
      <span className="text-12 text-ink-3">
        ends in <Countdown expiresAt={expiresAt} />
      </span>
      {said === null ? null : (
        <span className="inline-flex items-center gap-1.5 font-medium text-ask">
          <ShieldAlert aria-hidden size={14} />
          {said}
        </span>
      )}
      {unread ? (
        <button
          type="button"
          onClick={onOpenAll}
          className="inline-flex items-center gap-1.5 rounded text-13 text-accent hover:underline"
        >
          Open all <Kbd>X</Kbd>
        </button>
      ) : null}
      {editing.changes.length > 0 ? (
        <span className="text-modify">
          {plural(editing.changes.length, "value")} changed by you. Policy judges the result again.
        </span>
      ) : null}
      {armed.phase === "idle" ? null : (
        <span className="font-medium">This risk takes a second press. Approve once more to send it.</span>
      )}
    </div>
  );
}

function ReasonField({ reason, onDeny, gate }: DecideBarProps) {
  const id = useId();
  const wrong = reason.missing;
  return (
    <div className="w-full">
      <label htmlFor={id} className="sr-only">
        Reason, required to deny
      </label>
      <TextArea
        id={id}
        ref={reason.ref}
        rows={1}
        maxLength={2000}
        value={reason.text}
        disabled={gate.deny !== null && gate.deny !== "sending"}
        placeholder="Reason (needed to deny)"
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        className="field-sizing-content max-h-32 min-h-8 resize-none"
        onChange={(event) => reason.write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onDeny();
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      {wrong ? (
        <p id={`${id}-error`} role="alert" className="mt-1 text-12 text-deny">
          A denial needs a reason. The agent&apos;s side and the record will hold it.
        </p>
      ) : reason.text !== "" ? (
        <p className="mt-1 text-12 text-ink-3 touch:hidden">
          Ctrl Enter denies with this reason. Esc leaves the field.
        </p>
      ) : null}
    </div>
  );
}

const Failure = ({ failure }: { failure: ApiFailure }) => (
  <div role="alert" className="mb-2 flex items-start gap-2 rounded bg-deny-soft px-3 py-2 text-13">
    <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-deny" />
    <span>
      <span className="font-medium">{whatStands(failure.status)}</span> {failure.message}
    </span>
  </div>
);

/** Without a clear answer from the server the decision may have been recorded all the same. */
const whatStands = (status: number): string =>
  status >= 400 && status < 500 ? "Nothing was decided by this." : "It is not known whether this was decided.";
