/** What needs an eye on this step, in sentences. */
import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import { routes } from "@/lib/console/routes";
import type { StepDetail } from "@/lib/core/read-models/sessions";

export function StepMarks({ step }: { step: StepDetail }) {
  const { marks } = step.row;
  if (marks.length === 0) return null;
  return (
    <div className="mt-3 flex flex-col gap-2">
      {marks.includes("mutated_replay") ? (
        <Notice tone="error" title="Other content was presented under an approval">
          This action is not the one that was approved, so it was denied.{" "}
          {step.presentedUnder === null ? null : (
            <Link href={routes.approval(step.presentedUnder)} className="text-accent underline">
              See both side by side
            </Link>
          )}
        </Notice>
      ) : null}
      {marks.includes("executed_without_release") ? (
        <Notice tone="error" title="Executed without release">
          The agent reported a result for which the Guardian had released no step. What ran was not authorised here.
        </Notice>
      ) : null}
      {marks.includes("delivery_unknown") ? (
        <Notice tone="warning" title="Delivery unknown">
          The connection to the database broke while this step was written, so it is not known which answer the agent
          has.
        </Notice>
      ) : null}
    </div>
  );
}
