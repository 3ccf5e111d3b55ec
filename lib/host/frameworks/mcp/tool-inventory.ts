/**
 * What the server's tools are, as far as the Guardian has accepted it. A server that changes them while it is in use (a
 * rug pull) is declared again before anybody reads or calls the new ones.
 */
import type { JsonObject } from "../../../core/json/value";
import type { GuardianSession } from "../../session";
import { type ListedTool, type ServerFacts, serverComponent, toolId } from "./tool-list";

export interface InventoryOptions {
  readonly session: Pick<GuardianSession, "step">;
  readonly server: ServerFacts;
  /** Every page of the server's list, judged; null when it could not be had. */
  readonly list: () => Promise<readonly ListedTool[] | null>;
  readonly onDeclared: (names: readonly string[], refused: string | null) => void;
}

type Told = "accepted" | "denied" | "silent" | "not_negotiated";
const REASON = "The MCP server's list of tools changed.";

export class ToolInventory {
  readonly #options: InventoryOptions;
  /** Digest by name. */
  readonly #accepted = new Map<string, string>();
  /** Digest by name, of what the Guardian did not accept. */
  readonly #refused = new Map<string, string>();
  #isDeclared = false;
  #isOff = false;
  #running: Promise<void> | null = null;
  #declaring: Promise<void> = Promise.resolve();
  #again = false;

  constructor(options: InventoryOptions) {
    this.#options = options;
  }

  /** Null when nothing is being looked up. */
  get settling(): Promise<void> | null {
    return this.#running;
  }

  isRefused(name: string): boolean {
    return this.#refused.has(name);
  }

  /** True when every tool is accepted as it stands there. */
  accepts(tools: readonly ListedTool[]): boolean {
    return this.#isOff || tools.every((tool) => this.#accepted.get(tool.name) === tool.digest);
  }

  /** Lists again and declares what is new. Calls that come while it runs share one more round. */
  refresh(): Promise<void> {
    if (this.#isOff) return Promise.resolve();
    if (this.#running !== null) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#rounds().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #rounds(): Promise<void> {
    do {
      this.#again = false;
      const listed = await this.#options.list();
      if (listed !== null) await this.declare(listed, true);
    } while (this.#again && !this.#isOff);
  }

  /** Tells the Guardian of what it has not accepted yet. `isWhole`: what is not among them is gone. */
  declare(tools: readonly ListedTool[], isWhole: boolean): Promise<void> {
    // One after the other: each begins with what the one before has settled.
    this.#declaring = this.#declaring.then(() => this.#declare(tools, isWhole));
    return this.#declaring;
  }

  async #declare(tools: readonly ListedTool[], isWhole: boolean): Promise<void> {
    if (this.#isOff) return;
    const listed = [...new Map(tools.map((tool) => [tool.name, tool])).values()];
    if (!this.#isDeclared && !(await this.#snapshot(listed))) return;
    const names = new Set(listed.map(({ name }) => name));
    for (const { name, digest } of listed) if (this.#accepted.get(name) === digest) this.#refused.delete(name);
    const gone = isWhole ? [...this.#accepted.keys()].filter((name) => !names.has(name)) : [];
    if (isWhole) for (const name of this.#refused.keys()) if (!names.has(name)) this.#refused.delete(name);
    if (gone.length > 0) await this.#change([], gone);
    const fresh = listed.filter(({ name, digest }) => this.#accepted.get(name) !== digest);
    if (fresh.length > 0) await this.#change(fresh, []);
  }

  /** False when there is nothing more to declare: all is accepted, or the server itself is not. */
  async #snapshot(tools: readonly ListedTool[]): Promise<boolean> {
    const told = await this.#tell("agbom/snapshot", {
      components: [this.#server(tools.map(({ name }) => name)), ...tools.map(({ component }) => component)],
    });
    if (told === "not_negotiated") {
      this.#isOff = true;
      return false;
    }
    if (told === "accepted") {
      this.#isDeclared = true;
      this.#take(tools);
      return false;
    }
    if (told === "silent") {
      this.#refuse(tools, "no decision came");
      return false;
    }
    // One of them is not accepted: the server first, then the tools in ever smaller lots.
    this.#isDeclared = (await this.#tell("agbom/snapshot", { components: [this.#server([])] })) === "accepted";
    if (!this.#isDeclared) this.#refuse(tools, "the server was not accepted");
    return this.#isDeclared;
  }

  async #change(tools: readonly ListedTool[], gone: readonly string[]): Promise<void> {
    const { server } = this.#options;
    const kept = new Set([...this.#accepted.keys(), ...tools.map(({ name }) => name)]);
    for (const name of gone) kept.delete(name);
    const isKnown = ({ name }: ListedTool) => this.#accepted.has(name);
    const told = await this.#tell("agbom/changed", {
      added: tools.filter((tool) => !isKnown(tool)).map(({ component }) => component),
      changed: [...tools.filter(isKnown).map(({ component }) => component), this.#server([...kept])],
      removed: gone.map((name) => toolId(server, name)),
      reason: REASON,
    });
    if (told === "accepted") {
      for (const name of gone) this.#accepted.delete(name);
      return this.#take(tools);
    }
    if (told !== "denied" || tools.length <= 1) return this.#refuse(tools, `the Guardian's answer was: ${told}`);
    const half = Math.ceil(tools.length / 2);
    await this.#change(tools.slice(0, half), []);
    await this.#change(tools.slice(half), []);
  }

  async #tell(method: string, payload: Record<string, unknown>): Promise<Told> {
    const taken = await this.#options.session.step(method, payload).catch(() => null);
    if (taken === null) return "silent";
    if (!taken.ok) return taken.failure.kind === "denied" ? "denied" : "silent";
    const { decision, requestId } = taken.value;
    if (decision === "allow") return "accepted";
    return decision === "none" && requestId === "" ? "not_negotiated" : "silent";
  }

  #server(names: readonly string[]): JsonObject {
    return serverComponent(this.#options.server, names);
  }

  #take(tools: readonly ListedTool[]): void {
    for (const { name, digest } of tools) {
      this.#accepted.set(name, digest);
      this.#refused.delete(name);
    }
    const names = tools.map(({ name }) => name);
    if (names.length > 0) this.#options.onDeclared(names, null);
  }

  #refuse(tools: readonly ListedTool[], why: string): void {
    for (const { name, digest } of tools) this.#refused.set(name, digest);
    this.#options.onDeclared(
      tools.map(({ name }) => name),
      why,
    );
  }
}
