/** The life of one proxied connection: opened by an allowed `initialize`, ended with its session whatever happens. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { nobleCrypto } from "../../../core/crypto-noble";
import type { JsonObject } from "../../../core/json/value";
import type { GuardianSession } from "../../session";
import { CONNECTION_CLOSED, GUARDIAN_SILENT, OUT_OF_ORDER } from "./denial";
import { createJudge } from "./judge";
import { errorResponse, type Incoming, type RequestId, readMessage } from "./message";
import { FROM_CLIENT, FROM_SERVER, OFFERED_METHODS, WRAPPED_PROTOCOLS } from "./methods";
import type { CloseReason, ConnectionEnd, McpProxyOptions } from "./options";
import { passNotification } from "./pass-notification";
import { closeUnanswered, passRequest, type Request } from "./pass-request";
import { passResponse } from "./pass-response";
import { createSide, type Passage, type ProxyEvent, type Side } from "./side";
import { ToolWatch } from "./tool-watch";

export class Connection {
  readonly #options: McpProxyOptions;
  readonly #clientSide: Side;
  readonly #serverSide: Side;
  #initializeId: RequestId | null = null;
  #isAnswered = false;
  #passage: Passage | null = null;
  #session: GuardianSession | null = null;
  #opening: Promise<void> | null = null;
  #upstream: Promise<Transport> | null = null;
  #ending: Promise<void> | null = null;
  #closed: (end: ConnectionEnd) => void = () => {};
  readonly closed = new Promise<ConnectionEnd>((resolve) => {
    this.#closed = resolve;
  });

  constructor(options: McpProxyOptions) {
    this.#options = options;
    this.#clientSide = createSide("client", FROM_CLIENT, (message, relatedTo) => this.#toClient(message, relatedTo));
    this.#serverSide = createSide("server", FROM_SERVER, async (message) => {
      if (this.#ending !== null) throw new Error("the connection has ended");
      const upstream = await this.#connected();
      await upstream.send(message as unknown as JSONRPCMessage);
    });
  }

  fromClient(raw: unknown): void {
    const incoming = readMessage(raw);
    if (this.#ending !== null) return;
    if (incoming.kind === "unusable") this.unreadable("client", incoming.why);
    else if (this.#initializeId === null && incoming.kind === "request" && incoming.method === "initialize") {
      this.#initializeId = incoming.id;
      this.#opening = this.#open(incoming).catch(() => this.#notOpened(incoming.id, "it could not be opened"));
    } else if (this.#opening === null || (incoming.kind === "request" && incoming.method === "initialize")) {
      if (incoming.kind === "request") void this.#outOfOrder(incoming.id);
      else this.unreadable("client", "before initialize");
    } else void this.#opening.then(() => this.#pass(this.#clientSide, incoming));
  }

  unreadable(from: Side["name"], detail = "could not be read"): void {
    this.#event({ kind: "dropped", from, method: "", part: "message", detail });
  }

  /** Ends the session and both ends; what is still open is answered with an error. Once; never rejects. */
  end(reason: CloseReason, detail: string): Promise<void> {
    this.#ending ??= this.#end(reason, detail);
    return this.#ending;
  }

  /** Opens the signed session and passes `initialize` through it. The server is connected only when that is allowed. */
  async #open(initialize: Request): Promise<void> {
    const { client, open, server, waitMs, aliveMs = 5_000, listMs = 30_000, crypto = nobleCrypto } = this.#options;
    const opened = await client.open({
      platform: "guardian-mcp",
      ...open,
      methods: OFFERED_METHODS,
      wrappedProtocols: WRAPPED_PROTOCOLS,
    });
    if (!opened.ok) return this.#notOpened(initialize.id, opened.failure.message);
    const session = opened.value;
    this.#session = session;
    if (session.posture !== "deny") {
      return this.#notOpened(initialize.id, "this host would go on without decisions: its posture must be deny");
    }
    this.#event({ kind: "session_opened", sessionId: session.sessionId });
    const onVersion = (version: string) =>
      void this.#upstream?.then((transport) => transport.setProtocolVersion?.(version));
    let ids = 0;
    const passage: Passage = {
      client: this.#clientSide,
      server: this.#serverSide,
      judge: createJudge(session, { serverId: server.id, waitMs }),
      nextId: () => {
        ids += 1;
        return ids;
      },
      watch: new ToolWatch({ crypto, session, server, listMs, onVersion, passage: () => passage }),
      event: (event) => this.#event(event),
      aliveMs,
    };
    this.#passage = passage;
    void passRequest(passage, this.#clientSide, initialize);
  }

  #pass(from: Side, incoming: Incoming): void {
    const passage = this.#passage;
    if (passage === null || this.#ending !== null) return;
    if (incoming.kind === "unusable") {
      this.unreadable(from.name, incoming.why);
      return;
    }
    const passing =
      incoming.kind === "request"
        ? passRequest(passage, from, incoming)
        : incoming.kind === "notification"
          ? passNotification(passage, from, incoming)
          : passResponse(passage, from, incoming);
    // None of them rejects. Should one do so all the same, nothing more passes here.
    Promise.resolve(passing).catch(() => this.end("error", "a message could not be carried"));
  }

  async #notOpened(id: RequestId, why: string): Promise<void> {
    const message = `Blocked: no session with the Guardian (${why}).`;
    await this.#toClient(errorResponse(id, { code: GUARDIAN_SILENT, message })).catch(() => undefined);
    void this.end("error", "no session could be opened");
  }

  #connected(): Promise<Transport> {
    this.#upstream ??= (async () => {
      const transport = await this.#options.connect();
      transport.onmessage = (message) => this.#pass(this.#serverSide, readMessage(message));
      transport.onerror = () => this.unreadable("server");
      transport.onclose = () => void this.end("error", "the server closed the connection");
      await transport.start();
      return transport;
    })();
    return this.#upstream;
  }

  /** An error to `initialize` is the end: there is no connection that anything could pass over. */
  async #toClient(message: JsonObject, relatedTo?: RequestId): Promise<void> {
    // What is still open is answered by the end itself.
    if (this.#ending !== null) return;
    const related = relatedTo === undefined ? undefined : { relatedRequestId: relatedTo };
    await this.#options.downstream.send(message as unknown as JSONRPCMessage, related);
    if (this.#isAnswered || message.id !== this.#initializeId) return;
    this.#isAnswered = true;
    if (Object.hasOwn(message, "error")) void this.end("error", "initialize was not allowed");
  }

  async #outOfOrder(id: RequestId): Promise<void> {
    const message = "Blocked: a connection begins with one initialize.";
    await this.#toClient(errorResponse(id, { code: OUT_OF_ORDER, message })).catch(() => undefined);
  }

  async #end(reason: CloseReason, detail: string): Promise<void> {
    await this.#opening;
    await this.#answerOpen();
    const told = (await this.#session?.end(reason)) ?? false;
    const upstream = await this.#upstream?.catch(() => null);
    for (const transport of [upstream, this.#options.downstream]) await transport?.close().catch(() => undefined);
    this.#event({ kind: "closed", detail, told });
    this.#closed({ told, reason });
  }

  async #answerOpen(): Promise<void> {
    const passage = this.#passage;
    if (passage === null) return;
    const open = this.#clientSide.asked.all().filter((asked) => !asked.deliver);
    await Promise.all(
      open.map(async (asked) => {
        this.#clientSide.asked.remove(asked);
        const message = "The connection to the MCP server has ended.";
        const answer = errorResponse(asked.originId, { code: CONNECTION_CLOSED, message });
        await this.#options.downstream.send(answer as unknown as JSONRPCMessage).catch(() => undefined);
        if (asked.state === "forwarded") await closeUnanswered(passage, asked);
      }),
    );
  }

  #event(event: ProxyEvent): void {
    try {
      this.#options.onEvent?.(event);
    } catch {
      // A broken sink must not stop a message half way.
    }
  }
}
