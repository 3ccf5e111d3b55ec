/** The links of all sessions of one `AgentHooks`; each is opened once, by whichever of our interceptors comes first. */
import type { AgentContext } from "../../agent-hooks/types";
import { type Credentials, credentialsOf } from "../connect";
import { type GuardianLink, openLink } from "./guardian-link";
import { GuardianUnavailable } from "./guardian-unavailable";
import type { GuardianHooksOptions } from "./hook-options";

export class GuardianLinks {
  readonly #links = new Map<string, Promise<GuardianLink>>();
  readonly #opened = new Map<string, GuardianLink>();
  readonly #options: GuardianHooksOptions;
  readonly #credentials: Credentials;

  /** Throws TypeError on keys that cannot be used. */
  constructor(options: GuardianHooksOptions) {
    this.#options = options;
    this.#credentials = credentialsOf(options);
  }

  /** Opens at `agent_startup`; at other points only finds. Rejects with `GuardianUnavailable`. */
  of(context: AgentContext): Promise<GuardianLink> {
    const { id } = context.session;
    const known = this.#links.get(id);
    if (known) return known;
    if (context.interception_point !== "agent_startup") {
      return Promise.reject(new GuardianUnavailable("session_unknown", context.interception_point));
    }
    const opening = openLink(this.#options, this.#credentials, context);
    this.#links.set(id, opening);
    // whoever asks gets the rejection; the process must not
    opening.then(
      (link) => this.#opened.set(id, link),
      () => undefined,
    );
    return opening;
  }

  /** Null when there is none, or it could not be opened. */
  async find(sessionId: string): Promise<GuardianLink | null> {
    return (await this.#links.get(sessionId)?.catch(() => null)) ?? null;
  }

  /** The same without waiting for one that is opening. */
  opened(sessionId: string): GuardianLink | null {
    return this.#opened.get(sessionId) ?? null;
  }

  forget(sessionId: string): void {
    this.#links.delete(sessionId);
    this.#opened.delete(sessionId);
  }
}
