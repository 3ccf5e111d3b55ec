/** One end of a proxied connection, and what both ends share while messages pass between them. */
import type { JsonObject } from "../../../core/json/value";
import type { Judge } from "./judge";
import type { RequestId } from "./message";
import type { Vocabulary } from "./methods";
import { Outstanding } from "./outstanding";
import { Slots, Turns } from "./turns";

export interface Side {
  readonly name: "client" | "server";
  readonly may: Vocabulary;
  /** The requests that this side made. */
  readonly asked: Outstanding;
  /** Order and bounds of what this side sends. */
  readonly turns: Turns;
  readonly slots: Slots;
  /** Hands a message to this side. `relatedTo` is the request of this side that it belongs to, for HTTP. */
  send(message: JsonObject, relatedTo?: RequestId): Promise<void>;
}

export type ProxyEvent =
  | {
      readonly kind: "passed" | "denied" | "dropped" | "waiting";
      readonly from: Side["name"];
      /** Empty for what could not be read. */
      readonly method: string;
      readonly part: "request" | "answer" | "notification" | "message";
      readonly detail?: string;
    }
  | { readonly kind: "session_opened"; readonly sessionId: string }
  | { readonly kind: "tools_declared" | "tools_refused"; readonly names: readonly string[]; readonly detail?: string }
  | { readonly kind: "closed"; readonly detail: string; readonly told: boolean };

/** What the passing of one message may need of the rest. */
export interface Passage {
  readonly client: Side;
  readonly server: Side;
  readonly judge: Judge;
  readonly nextId: () => number;
  readonly watch: Watch;
  readonly event: (event: ProxyEvent) => void;
  /** How often a side that waits for people hears that its request is still alive, ms. */
  readonly aliveMs: number;
}

/** What the proxy itself makes of the messages that pass; each may hold a message back by the text of a denial. */
export interface Watch {
  /** Before a released request goes on. */
  request(from: Side, method: string, request: JsonObject): Promise<string | null> | null;
  /** Before a released answer goes on. */
  answer(from: Side, method: string, answer: JsonObject): Promise<string | null> | null;
  /** Before a released notification goes on. */
  notification(from: Side, method: string): Promise<string | null> | null;
  /** When a released notification has gone on. */
  notified(from: Side, method: string): void;
}

export function createSide(
  name: Side["name"],
  may: Vocabulary,
  send: (message: JsonObject, relatedTo?: RequestId) => Promise<void>,
): Side {
  return {
    name,
    may,
    asked: new Outstanding(),
    turns: new Turns(),
    slots: new Slots({ running: 32, waiting: 1_000 }),
    send,
  };
}

export const otherSide = ({ client, server }: Pick<Passage, "client" | "server">, side: Side): Side =>
  side === client ? server : client;
