/** What an agent developer gives to be governed by a Guardian through Agent Hooks. */
import type { AgentHooksOptions } from "../../agent-hooks/hook-session";
import type { InterceptionRecord, Interceptor } from "../../agent-hooks/types";
import type { GuardianClientOptions, OpenOptions } from "../options";
import type { GuardianUnavailable } from "./guardian-unavailable";
import type { WaitingForPeople } from "./waiting-for-people";

export interface GuardianHooksOptions extends GuardianClientOptions {
  /** `agent.framework` of every context, such as `langgraph`. */
  readonly framework: string;
  readonly agent?: { readonly name?: string; readonly version?: string };
  readonly mode?: AgentHooksOptions["mode"];
  /** Guards of your own. They judge after the bundle's host rules and before the Guardian. */
  readonly interceptors?: readonly Interceptor[];
  readonly composition?: AgentHooksOptions["composition"];
  /** False: nobody is waited for, an ASK is a plain deny. Default true. */
  readonly waitsForPeople?: boolean;
  /** How long people have, ms. Default 30 minutes. The Guardian's own expiry holds where it is sooner. */
  readonly resolverTimeoutMs?: number;
  /** How long each interceptor has, ms. Default 10 000: the handshake and the bundle's rules come before the first answer. */
  readonly interceptorTimeoutMs?: number;
  /** Where the agent runs; for the Guardian and its approvers. */
  readonly place?: Pick<OpenOptions, "platform" | "platformVersion" | "environment">;
  /** A call starts to wait for people: told once, so that a program that waits does not look hung. A throw is ignored. */
  readonly onWaiting?: (waiting: WaitingForPeople) => void;
  /** Every record, as it is made. A throw is ignored. */
  readonly onInterception?: (record: InterceptionRecord) => void;
  /** Records that the Guardian does not have. A throw is ignored. */
  readonly onProblem?: (problem: HooksProblem) => void;
  /** Why the Guardian could not be asked; what was about to happen is blocked. A throw is ignored. */
  readonly onUnavailable?: (failure: GuardianUnavailable, sessionId: string) => void;
}

export type HooksProblem =
  /** The buffer was full; the oldest went. */
  | { readonly kind: "records_dropped"; readonly sessionId: string; readonly count: number }
  /** Given up at the end of the session, or refused. */
  | {
      readonly kind: "records_undelivered";
      readonly sessionId: string;
      readonly count: number;
      readonly cause: string;
    };
