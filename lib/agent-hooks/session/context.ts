/** §4: the context of one point, from what the session knows and what the adapter says. */
import type { JsonObject, JsonValue } from "../../core/json/value";
import { type InterceptionPoint, SPEC } from "../types";
import type { Ledger } from "./ledger";

/** Under `extensions`: where labels of earlier results are shown again (§5.4). */
export const HOST_NAMESPACE = "host";

/** The members of one point. Values come from a framework, so nothing is known of them yet. */
export interface PointFacts {
  readonly target: unknown;
  readonly members: { readonly [member: string]: unknown };
  /** Labels of this very action, which its own result will carry. */
  readonly labels?: readonly string[];
}

export interface Envelope {
  readonly sequence: number;
  readonly timestamp: string;
}

export function contextOf(
  ledger: Ledger,
  { sequence, timestamp }: Envelope,
  { point, facts }: { point: InterceptionPoint; facts: PointFacts },
): unknown {
  const { host } = ledger;
  const { tenant, actor } = ledger.facts;
  const extensions = extensionsOf(ledger, facts.labels ?? []);
  return {
    spec: SPEC,
    interception_point: point,
    timestamp,
    sequence,
    agent: present({ ...host.agent, framework: host.framework }),
    session: {
      id: ledger.id,
      started_at: new Date(ledger.startedAt).toISOString(),
      ...(ledger.turn === 0 ? {} : { turn: ledger.turn }),
    },
    target: facts.target,
    ...present(facts.members),
    ...(tenant ? { tenant: present(tenant) } : {}),
    ...(actor ? { actor: present(actor) } : {}),
    budgets: { tool_call_count: ledger.toolCalls, elapsed_seconds: elapsedSeconds(ledger) },
    ...(extensions === null ? {} : { extensions }),
  };
}

export const elapsedSeconds = ({ host, startedAt }: Ledger): number => Math.max(0, host.clock() - startedAt) / 1000;

function extensionsOf(ledger: Ledger, own: readonly string[]): JsonObject | null {
  const { extensions } = ledger.facts;
  const labels: JsonValue = [...new Set([...ledger.labels, ...own])];
  if (labels.length === 0) return extensions ?? null;
  return { ...extensions, [HOST_NAMESPACE]: { ...extensions?.[HOST_NAMESPACE], source_labels: labels } };
}

/** Without the optional members that nobody set. */
export function present(members: object): { [member: string]: unknown } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
