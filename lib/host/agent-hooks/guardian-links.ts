/** The links of all sessions of one `AgentHooks`; each is opened once, by whichever of our interceptors comes first. */
import type { AgentContext } from "../../agent-hooks/types";
import { type Credentials, credentialsOf } from "../connect";
import { factsOf, type GuardianLink, type KeptSession, type LinkFacts, openLink, restore } from "./guardian-link";
import { GuardianUnavailable } from "./guardian-unavailable";
import type { GuardianHooksOptions } from "./hook-options";

export class GuardianLinks {
  readonly #links = new Map<string, Promise<GuardianLink>>();
  readonly #kept = new Map<string, KeptSession>();
  readonly #opened = new Map<string, GuardianLink>();
  readonly #options: GuardianHooksOptions;
  readonly #credentials: Credentials;

  /** Throws TypeError on keys that cannot be used. */
  constructor(options: GuardianHooksOptions) {
    this.#options = options;
    this.#credentials = credentialsOf(options);
  }

  /** Opens at `agent_startup`, or what `resume` told of; else only finds. Rejects with `GuardianUnavailable`. */
  of(context: AgentContext): Promise<GuardianLink> {
    const { id } = context.session;
    const known = this.#links.get(id);
    if (known) return known;
    if (context.interception_point !== "agent_startup" && !this.#kept.has(id)) {
      return Promise.reject(new GuardianUnavailable("session_unknown", context.interception_point));
    }
    return this.#open(factsOf(context));
  }

  /** A session that another process has started: the next who asks for it opens it again. */
  resume(kept: KeptSession): void {
    this.#kept.set(kept.sessionId, kept);
  }

  /** Null when there is none, or it could not be opened. */
  async find(sessionId: string): Promise<GuardianLink | null> {
    const isKept = this.#kept.has(sessionId) && !this.#links.has(sessionId);
    const link = isKept ? this.#open({ sessionId, userId: null }) : this.#links.get(sessionId);
    return (await link?.catch(() => null)) ?? null;
  }

  #open(facts: LinkFacts): Promise<GuardianLink> {
    const { sessionId } = facts;
    const opening = openLink(this.#options, this.#credentials, facts).then((link) => {
      const kept = this.#kept.get(sessionId);
      if (kept) restore(link, kept);
      this.#opened.set(sessionId, link);
      return link;
    });
    this.#links.set(sessionId, opening);
    // whoever asks gets the rejection; the process must not
    opening.catch(() => undefined);
    return opening;
  }

  /** The same without waiting for one that is opening. */
  opened(sessionId: string): GuardianLink | null {
    return this.#opened.get(sessionId) ?? null;
  }

  forget(sessionId: string): void {
    this.#links.delete(sessionId);
    this.#opened.delete(sessionId);
    this.#kept.delete(sessionId);
  }
}
