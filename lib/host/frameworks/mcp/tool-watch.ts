/** The proxy's own eye on a connection: the version that was agreed, and tools that the Guardian has not accepted. */
import type { Crypto } from "../../../core/crypto";
import { fromPlainObject, member, memberAt } from "../../../core/json/build";
import type { JsonObject } from "../../../core/json/value";
import type { GuardianSession } from "../../session";
import { MCP_VERSIONS } from "./methods";
import { askServer } from "./own-request";
import type { Passage, Side, Watch } from "./side";
import { ToolInventory } from "./tool-inventory";
import { type ListedTool, listedTools, type ServerFacts } from "./tool-list";

export interface WatchOptions {
  readonly crypto: Crypto;
  readonly session: Pick<GuardianSession, "step">;
  readonly server: Pick<ServerFacts, "id" | "endpoint">;
  /** How long the server may take to list its tools, ms. */
  readonly listMs: number;
  readonly passage: () => Passage;
  readonly onVersion: (version: string) => void;
}

const MOST_PAGES = 50;
const MOST_TOOLS = 2_000;

export class ToolWatch implements Watch {
  readonly #options: WatchOptions;
  #inventory: ToolInventory | null = null;
  #facts: ServerFacts | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  request(from: Side, method: string, request: JsonObject): Promise<string | null> | null {
    const inventory = this.#inventory;
    if (inventory === null || from.name !== "client" || !method.startsWith("tools/")) return null;
    const name = method === "tools/call" ? memberAt(request, "params", "name") : null;
    const look = () =>
      typeof name === "string" && inventory.isRefused(name)
        ? "the Guardian did not accept this tool as the server lists it now."
        : null;
    if (inventory.settling) return inventory.settling.then(look);
    const text = look();
    return text === null ? null : Promise.resolve(text);
  }

  answer(from: Side, method: string, answer: JsonObject): Promise<string | null> | null {
    if (from.name !== "server" || !Object.hasOwn(answer, "result")) return null;
    if (method === "initialize") return this.#agreed(answer);
    const inventory = this.#inventory;
    if (inventory === null || this.#facts === null || method !== "tools/list") return null;
    const tools = listedTools(this.#options.crypto, this.#facts, answer);
    if (tools === null) return Promise.resolve("the server's list of tools cannot be read.");
    return inventory.accepts(tools) ? null : declared(inventory, tools);
  }

  notification(from: Side, method: string): Promise<string | null> | null {
    if (from.name !== "server" || method !== "notifications/tools/list_changed") return null;
    return this.#inventory?.refresh().then(() => null) ?? null;
  }

  notified(from: Side, method: string): void {
    if (from.name === "client" && method === "notifications/initialized") void this.#inventory?.refresh();
  }

  #agreed(answer: JsonObject): Promise<string> | null {
    const version = memberAt(answer, "result", "protocolVersion");
    if (typeof version !== "string" || !MCP_VERSIONS.includes(version)) {
      return Promise.resolve("the server speaks a version of MCP that was not agreed with the Guardian.");
    }
    this.#options.onVersion(version);
    if (memberAt(answer, "result", "capabilities", "tools") === undefined) return null;
    const info = memberAt(answer, "result", "serverInfo");
    const text = (name: string, otherwise: string) => {
      const value = member(info, name);
      return typeof value === "string" && value !== "" ? value : otherwise;
    };
    const { server, session, passage } = this.#options;
    const facts = { ...server, name: text("name", server.id), version: text("version", "0.0.0") };
    this.#facts = facts;
    this.#inventory = new ToolInventory({
      session,
      server: facts,
      list: () => this.#list(facts),
      onDeclared: (names, refused) =>
        passage().event(
          refused === null ? { kind: "tools_declared", names } : { kind: "tools_refused", names, detail: refused },
        ),
    });
    return null;
  }

  async #list(facts: ServerFacts): Promise<readonly ListedTool[] | null> {
    const all: ListedTool[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MOST_PAGES && all.length <= MOST_TOOLS; page += 1) {
      const params = fromPlainObject(cursor === null ? {} : { cursor });
      const { listMs } = this.#options;
      const answer = await askServer(this.#options.passage(), { method: "tools/list", params, timeoutMs: listMs });
      const tools = answer === null ? null : listedTools(this.#options.crypto, facts, answer);
      if (answer === null || tools === null) return null;
      all.push(...tools);
      const next = memberAt(answer, "result", "nextCursor");
      if (typeof next !== "string" || next === "") return all;
      cursor = next;
    }
    return null;
  }
}

async function declared(inventory: ToolInventory, tools: readonly ListedTool[]): Promise<string | null> {
  if (inventory.settling) await inventory.settling;
  if (!inventory.accepts(tools)) await inventory.declare(tools, false);
  return inventory.accepts(tools) ? null : "the Guardian did not accept every tool that the server lists now.";
}
