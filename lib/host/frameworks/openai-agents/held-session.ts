/** The SDK's own conversation memory, written to only when the answer of the run is permitted. */
import type { AgentInputItem, Session } from "@openai/agents";

type Rewrite = (items: readonly AgentInputItem[]) => readonly AgentInputItem[];

/** A run that is blocked or fails leaves nothing in the memory. Compaction, which calls a model by itself, is not offered. */
export class HeldSession implements Session {
  readonly #session: Session;
  readonly #added: AgentInputItem[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  getSessionId(): Promise<string> {
    return this.#session.getSessionId();
  }

  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const all = [...(await this.#session.getItems()), ...this.#added];
    return limit === undefined ? all : all.slice(Math.max(0, all.length - limit));
  }

  async addItems(items: AgentInputItem[]): Promise<void> {
    this.#added.push(...items);
  }

  async popItem(): Promise<AgentInputItem | undefined> {
    return this.#added.pop() ?? (await this.#session.popItem());
  }

  async clearSession(): Promise<void> {
    this.#added.splice(0);
    await this.#session.clearSession();
  }

  async release(rewrite: Rewrite): Promise<void> {
    const items = rewrite(this.#added.splice(0));
    if (items.length > 0) await this.#session.addItems([...items]);
  }
}
