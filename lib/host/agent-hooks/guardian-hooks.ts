/** Everything that `createAgentHooks` needs to be governed by a Guardian: rules, guard, people and records (decision 0040). */
import type { AgentHooksOptions } from "../../agent-hooks/hook-session";
import type { InterceptionRecord } from "../../agent-hooks/types";
import { guardianInterceptor } from "./guardian-interceptor";
import { type KeptSession, keptOf } from "./guardian-link";
import { GuardianLinks } from "./guardian-links";
import { guardianResolver } from "./guardian-resolver";
import type { GuardianHooksOptions } from "./hook-options";
import { RecordSink } from "./record-sink";
import { rulesInterceptor } from "./rules-interceptor";
import { tellingInterceptor, tellingResolver } from "./telling-unavailable";

const INTERCEPTOR_MS = 10_000;
const PEOPLE_MS = 30 * 60_000;
/** The contract waits this much longer than the resolver, so that the resolver is the one to say that nobody decided. */
const RESOLVER_MARGIN_MS = 15_000;

export type GuardianHooks = Pick<
  AgentHooksOptions,
  | "agent"
  | "framework"
  | "interceptors"
  | "resolver"
  | "onRecord"
  | "mode"
  | "composition"
  | "interceptorTimeoutMs"
  | "resolverTimeoutMs"
> & {
  /** Sends the records that are still here; what cannot be sent is reported to `onProblem`. */
  flush(): Promise<void>;
  /** Goes on with a session that another process has started. */
  resume(kept: KeptSession): void;
  /** What the next process must know; null for a session that is not open here. */
  kept(sessionId: string): KeptSession | null;
  /** `flush`, at the end of the agent's process. Sessions are ended by their own `shutdown`. */
  close(): Promise<void>;
};

/** Throws TypeError on keys that cannot be used: bugs in the caller's configuration. */
export function guardianHooks(options: GuardianHooksOptions): GuardianHooks {
  const links = new GuardianLinks(options);
  const sink = new RecordSink(links, quiet(options.onProblem));
  const keep = quiet(options.onInterception);
  const tell = quiet(options.onUnavailable);
  const onWaiting = quiet(options.onWaiting);
  const peopleMs = options.resolverTimeoutMs ?? PEOPLE_MS;
  const resolver = guardianResolver(links, { waitMs: peopleMs, onWaiting });
  const onRecord = (record: InterceptionRecord): void => {
    keep(record);
    sink.add(record, links.opened(record.session_id));
  };
  return {
    agent: { id: options.agentId, ...options.agent },
    framework: options.framework,
    interceptors: [
      tellingInterceptor(rulesInterceptor(links), tell),
      ...(options.interceptors ?? []),
      tellingInterceptor(guardianInterceptor(links), tell),
    ],
    resolver: options.waitsForPeople === false ? null : tellingResolver(resolver, tell),
    mode: options.mode ?? "enforce",
    composition: options.composition ?? { profile: "sequential/first_deny", on_approval: "resume" },
    interceptorTimeoutMs: options.interceptorTimeoutMs ?? INTERCEPTOR_MS,
    resolverTimeoutMs: peopleMs + RESOLVER_MARGIN_MS,
    onRecord,
    resume: (kept) => links.resume(kept),
    kept: (sessionId) => {
      const link = links.opened(sessionId);
      return link === null ? null : keptOf(link);
    },
    flush: () => sink.flush(),
    close: () => sink.flush(),
  };
}

/** A sink of the caller's that breaks must not turn into an action that is half done. */
function quiet<T extends readonly unknown[]>(sink: ((...told: T) => void) | undefined): (...told: T) => void {
  return (...told) => {
    try {
      // one that is async breaks later, and would end the process
      Promise.resolve(sink?.(...told)).catch(() => undefined);
    } catch {
      // theirs to notice
    }
  };
}
