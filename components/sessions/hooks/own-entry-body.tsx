/** An entry that the Guardian made itself: a person's decision, a grant, the end of a session. */
import Link from "next/link";
import { actorWords } from "@/components/domain/approval-state";
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import { routes } from "@/lib/console/routes";
import type { JsonObject } from "@/lib/core/json/value";
import { Digest } from "./digest";
import { Capabilities } from "./intent-facts";
import { type HookPlace, Part, StepRef, Word } from "./parts";
import { list, object, text } from "./payload";

export function OwnEntryBody({ place, entry }: { place: HookPlace; entry: JsonObject }) {
  const approval = text(entry.approval_id);
  const grant = object(entry.intent_extension);
  const step = text(entry.step_id);
  const who = text(object(entry.approver)?.id) ?? text(entry.approver);
  const person = who === null ? undefined : place.refs.people[who];
  return (
    <>
      <Part title="Recorded by the Guardian">
        <Facts>
          <Word name="Outcome" value={text(entry.resolution) ?? text(entry.outcome)} />
          {who === null ? null : (
            <Fact name="By">
              <VisibleText text={person === undefined ? who : actorWords(person)} />
            </Fact>
          )}
          <Word name="Before with" value={text(entry.approvers_before)} />
          <Word name="Now with" value={text(entry.approvers)} />
          {approval === null ? null : (
            <Fact name="Item">
              <Link href={routes.approval(approval)} className="text-accent hover:underline">
                Open the item
              </Link>
            </Fact>
          )}
          {step === null || place.refs.steps[step.toLowerCase()] === undefined ? null : (
            <Fact name="About">
              <StepRef place={place} id={step} />
            </Fact>
          )}
          <Digest name="Receipt" value={text(entry.receipt_hash)} />
        </Facts>
      </Part>
      {grant === null ? null : (
        <Part title="Intent extended" aside={text(grant.scope) === "session" ? "for this session" : "for one request"}>
          <Capabilities items={list(grant.capabilities)} />
        </Part>
      )}
    </>
  );
}
