/** One emission of a session: the context goes out, the record is kept, and what must not happen throws. */
import { InterceptionBlocked, RunTerminated } from "../hook-session";
import { type Emission, HOST_ERROR, type HostError, type InterceptionPoint } from "../types";
import { contextOf, type PointFacts } from "./context";
import { type Ledger, nextSequence } from "./ledger";

/** A permitted emission. Throws what blocks it. `facts` is read here, because reading it may throw. */
export async function emit(ledger: Ledger, point: InterceptionPoint, facts: () => PointFacts): Promise<Emission> {
  const envelope = { sequence: nextSequence(ledger), timestamp: now(ledger) };
  let context: unknown;
  try {
    context = contextOf(ledger, envelope, { point, facts: facts() });
  } catch {
    const detail = "context: cannot be built";
    throw recordFailure(ledger, point, { reason: "host_error:context_invalid", detail, ...envelope });
  }
  const emission = await ledger.host.emitter.emit(context);
  ledger.records.push(emission.record);
  if (!emission.permitted) throw blockOf(ledger, point, emission);
  return emission;
}

/** §11 for the fault of a host: a record with the next sequence, and the block to throw. */
export function hostFailure(
  ledger: Ledger,
  point: InterceptionPoint,
  { reason, detail }: { readonly reason: HostError; readonly detail: string },
): InterceptionBlocked {
  return recordFailure(ledger, point, { reason, detail, sequence: nextSequence(ledger), timestamp: now(ledger) });
}

function recordFailure(
  ledger: Ledger,
  point: InterceptionPoint,
  facts: { reason: HostError; detail: string; sequence: number; timestamp: string },
): InterceptionBlocked {
  const record = ledger.host.emitter.recordHostFailure(point, { ...facts, session_id: ledger.id });
  ledger.records.push(record);
  return blockOf(ledger, point, {
    verdict: { decision: "deny", reason: facts.reason, message: facts.detail },
    record,
  });
}

const now = ({ host }: Ledger): string => new Date(host.clock()).toISOString();

/** At a tool point the loop goes on with a tool error; elsewhere, and for host errors where the posture says so, it ends. */
function blockOf(
  ledger: Ledger,
  point: InterceptionPoint,
  emission: Pick<Emission, "verdict" | "record">,
): InterceptionBlocked {
  if (point !== "pre_tool_call" && point !== "post_tool_call") return new RunTerminated(emission);
  const isHostError = emission.verdict.reason?.startsWith(HOST_ERROR) ?? false;
  if (!isHostError || ledger.host.surface.toolSeamHostError !== "terminate") return new InterceptionBlocked(emission);
  const end = new RunTerminated(emission);
  ledger.refusal ??= end;
  ledger.isTerminated = true;
  return end;
}

/** Labels that a permitted verdict gave to what the action makes. */
export const labelsOf = (emission: Emission): readonly string[] =>
  emission.verdict.decision === "deny" ? [] : (emission.verdict.result_labels ?? []);

/** From here on the data is in the session, and its labels with it. */
export function keepLabels(ledger: Ledger, labels: readonly string[]): void {
  for (const label of labels) ledger.labels.add(label);
}

/** What to go on with. In `evaluate_only` a context that was refused leaves the action as it was. */
export const effective = (emission: Emission, given: unknown): unknown =>
  emission.context === null ? given : emission.target;
