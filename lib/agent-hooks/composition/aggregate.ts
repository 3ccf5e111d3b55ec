/** §7.3: which verdict wins, and what it gathers from the others. */
import type { Verdict, Warning } from "../types";
import type { Slot } from "./round";

export const isLiftable = (verdict: Verdict): boolean => verdict.decision === "deny" && verdict.approval !== undefined;
export const permits = (verdict: Verdict): boolean => verdict.decision !== "deny";

/** Fixed by §5.1, and not configurable. */
export function severity(verdict: Verdict): number {
  if (verdict.decision === "deny") return isLiftable(verdict) ? 2 : 3;
  return verdict.decision === "transform" ? 1 : 0;
}

/** Those of the highest severity, in order of registration. Empty for no slots. */
export function strictest(slots: readonly Slot[]): readonly Slot[] {
  const highest = Math.max(...slots.map(({ verdict }) => severity(verdict)));
  return slots.filter(({ verdict }) => severity(verdict) === highest);
}

/** The combined allow: the first that offers evidence speaks for all, else the first with a reason, else a message. */
export function allowOf(pool: readonly Verdict[]): Verdict {
  const allows = pool.filter(({ decision }) => decision === "allow");
  const speaker =
    allows.find(({ evidence }) => evidence) ??
    allows.find(({ reason }) => reason !== undefined) ??
    allows.find(({ message }) => message !== undefined);
  if (!speaker) return { decision: "allow" };
  const { reason, message, evidence } = speaker;
  return {
    decision: "allow",
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** Warnings of all; labels of those that permit, and only where the action goes on. */
export function withUnions(combined: Verdict, pool: readonly Verdict[]): Verdict {
  const all = [...pool, combined];
  const warnings = all.flatMap((verdict) => verdict.warnings ?? []).filter(firstOfItsKind());
  const labels = permits(combined) ? all.filter(permits).flatMap((verdict) => verdict.result_labels ?? []) : [];
  const { warnings: _, result_labels: __, ...rest } = combined;
  return {
    ...rest,
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(labels.length === 0 ? {} : { result_labels: [...new Set(labels)] }),
  } as Verdict;
}

function firstOfItsKind(): (warning: Warning) => boolean {
  const seen = new Set<string>();
  return ({ reason, message }) => {
    const kind = JSON.stringify([reason ?? null, message ?? null]);
    return seen.size < seen.add(kind).size;
  };
}
