"use client";
/** Joins the gate, the keys and the sending of a decision under one item. */
import { useCallback, useMemo, useState } from "react";
import { actWords } from "@/lib/console/act-label";
import { decisionGate, type GateInput } from "@/lib/console/decision-gate";
import type { Drawn } from "@/lib/console/served-view";
import { useServerNow } from "@/lib/console/server-clock";
import { type Shortcut, useShortcuts } from "@/lib/console/shortcuts";
import type { ApprovalDetail, ServedApproval } from "@/lib/core/read-models/approvals";
import { DecideBar } from "./decide-bar";
import { EndedPanel } from "./ended-panel";
import type { GrantScope } from "./grant-choice";
import type { Reading } from "./reading";
import { useArmed } from "./use-armed";
import { useDecision } from "./use-decision";
import type { Editing } from "./use-editing";
import { useVerdicts } from "./use-verdicts";

interface DecisionProps {
  readonly detail: ApprovalDetail;
  readonly drawn: Drawn | null;
  readonly served: ServedApproval | null;
  readonly reading: Reading;
  readonly editing: Editing;
  readonly rendered: boolean;
  readonly changed: boolean;
}

export function Decision(props: DecisionProps) {
  const { detail, drawn, served, reading, editing } = props;
  const { item } = detail;
  const now = useServerNow();
  const deciding = useDecision(item.id);
  const gate = decisionGate(gateInput(props, { now, sending: deciding.sending }));
  const [scope, setScope] = useState<GrantScope>("this_request");
  const grant = detail.extension?.whyOnce === null ? scope : null;
  const verdicts = useVerdicts({ gate, served, drawn, editing, deciding, grant });
  const armed = useArmed({
    needsSecond: gate.needsSecondGesture,
    subject: gate.approve === null && drawn !== null ? `${drawn.viewDigest} ${editing.digest} ${grant ?? ""}` : null,
    send: verdicts.approve,
  });
  useDecisionKeys({ gate, armed, editing, reading, deny: verdicts.deny });
  if (!gate.open) return <EndedPanel item={endedNow(detail, now)} />;
  return (
    <DecideBar
      detail={detail}
      scope={scope}
      onScope={setScope}
      gate={gate}
      act={actWords(
        editing.sentence ?? drawn?.view?.sentence ?? item.sentence,
        drawn?.view?.tool.name?.text ?? item.tool,
      )}
      expiresAt={item.expiresAt}
      armed={armed}
      editing={editing}
      sending={deciding.sending ? verdicts.last : null}
      failure={deciding.failure}
      ineligibleReason={served?.ineligibleReason ?? item.whyNot}
      reason={verdicts.reason}
      onDeny={verdicts.deny}
      onOpenAll={reading.openAll}
    />
  );
}

function gateInput(
  { detail, drawn, served, reading, editing, rendered, changed }: DecisionProps,
  { now, sending }: { readonly now: number; readonly sending: boolean },
): GateInput {
  return {
    state: detail.item.state,
    risk: drawn?.view?.risk ?? detail.item.risk,
    eligible: served?.eligible ?? false,
    mayDeny: served?.mayDeny ?? false,
    decidable: drawn?.view?.decidable ?? false,
    badEdit: editing.hasErrors,
    expiresAt: detail.item.expiresAt,
    now,
    rendered,
    cutParts: reading.parts.length,
    openedParts: reading.openedCount,
    digests: !rendered || drawn === null ? null : drawn.faults.length === 0 ? "match" : "differ",
    changed,
    sending,
  };
}

/** By its own clock the page knows the end before the server's event arrives. */
const endedNow = ({ item }: ApprovalDetail, now: number) =>
  item.state === "pending" && now >= item.expiresAt ? { ...item, state: "expired" as const } : item;

interface Keys {
  readonly gate: ReturnType<typeof decisionGate>;
  readonly armed: ReturnType<typeof useArmed>;
  readonly editing: Editing;
  readonly reading: Reading;
  readonly deny: () => void;
}

function useDecisionKeys({ gate, armed, editing, reading, deny }: Keys): void {
  const openAll = useCallback(() => reading.openAll(), [reading]);
  const shortcuts = useMemo<readonly Shortcut[]>(
    () => [
      {
        keys: "a",
        label: gate.needsSecondGesture ? "Approve (twice for this risk)" : "Approve",
        run: (event) => armed.press(event),
        enabled: gate.approve === null,
      },
      { keys: "d", label: "Deny, with a reason", run: deny, enabled: gate.deny === null },
      { keys: "e", label: "Edit values", run: editing.toggle, enabled: gate.open && editing.whyNot === null },
      { keys: "x", label: "Open all shortened parts", run: openAll },
    ],
    [gate, armed, editing, deny, openAll],
  );
  useShortcuts("Selected item", shortcuts);
}
