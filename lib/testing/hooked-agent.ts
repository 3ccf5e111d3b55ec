/** An agent of one tool call under Agent Hooks and a Guardian, without any framework: for tests of what the two make of one another. */
import { randomUUID } from "node:crypto";
import { createAgentHooks } from "../agent-hooks/agent-hooks";
import type { HookSession, SessionFacts } from "../agent-hooks/hook-session";
import type { InterceptionPoint, InterceptionRecord } from "../agent-hooks/types";
import type { JsonObject } from "../core/json/value";
import { guardianHooks } from "../host/agent-hooks/guardian-hooks";
import type { GuardianHooksOptions, HooksProblem } from "../host/agent-hooks/hook-options";
import type { HostRecord } from "../host/records";

export interface HookedAgent {
  readonly problems: HooksProblem[];
  readonly events: HostRecord[];
  /** A session that is started. */
  open(facts?: SessionFacts): Promise<HookedSession>;
  /** A session that is not. */
  session(facts?: SessionFacts): HookSession;
  close(): Promise<void>;
}

export interface HookedSession {
  readonly session: HookSession;
  /** What the refund tool was run with. */
  readonly paid: JsonObject[];
  /** Rejects with `InterceptionBlocked`. */
  refund(amount: number, id?: string): Promise<unknown>;
  record(point: InterceptionPoint): InterceptionRecord | undefined;
}

export type HookedOptions = Omit<GuardianHooksOptions, "framework">;

export function hookedAgent(options: HookedOptions): HookedAgent {
  const problems: HooksProblem[] = [];
  const events: HostRecord[] = [];
  const guarding = guardianHooks({
    resultAttempts: 2,
    ...options,
    framework: "reference",
    onProblem: (problem) => problems.push(problem),
    onRecord: (event) => events.push(event),
  });
  const hooks = createAgentHooks(guarding);
  return {
    problems,
    events,
    session: (facts) => hooks.session(facts),
    open: async (facts = {}) => {
      const session = hooks.session({ id: randomUUID(), ...facts });
      await session.startup(["refund_payment", "lookup_account"]);
      return hookedSession(session);
    },
    close: guarding.close,
  };
}

function hookedSession(session: HookSession): HookedSession {
  const paid: JsonObject[] = [];
  return {
    session,
    paid,
    refund: (amount, id = randomUUID()) =>
      session.tool({ id, name: "refund_payment", args: { customer: "cust_1042", amount, currency: "EUR" } }, (args) => {
        paid.push(args);
        return { status: "paid" };
      }),
    record: (point) => session.records.findLast((record) => record.interception_point === point),
  };
}
