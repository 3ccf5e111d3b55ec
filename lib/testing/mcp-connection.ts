/** An MCP client and an MCP server with the proxy between them, for tests: over linked transports or any other. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import type { GuardianClient } from "../host/client";
import type { McpProxyOptions } from "../host/frameworks/mcp/options";
import { type McpProxy, startMcpProxy } from "../host/frameworks/mcp/proxy";
import type { ProxyEvent } from "../host/frameworks/mcp/side";

export interface McpPlace {
  readonly guardian: GuardianClient;
  /** Starts the server on its end, or gives a transport of another kind. */
  readonly server: { connect(transport: Transport): Promise<void> } | (() => Transport);
  readonly capabilities?: ClientCapabilities;
  readonly options?: Partial<McpProxyOptions>;
}

export interface McpConnection {
  readonly client: Client;
  readonly proxy: McpProxy;
  readonly events: readonly ProxyEvent[];
  /** The raw end of the client, for messages that a client would not send. */
  readonly raw: Transport;
  sessionId(): string;
  /** What did not pass, as `from method: kind`. */
  stopped(): readonly string[];
  close(): Promise<void>;
}

/** A proxy with a client that has not said `initialize` yet: `client.connect(raw)` does. */
export async function mcpConnection(place: McpPlace): Promise<McpConnection> {
  const [raw, downstream] = InMemoryTransport.createLinkedPair();
  const events: ProxyEvent[] = [];
  const { server } = place;
  const proxy = await startMcpProxy({
    client: place.guardian,
    downstream,
    connect: async () => {
      if (typeof server === "function") return server();
      const [near, far] = InMemoryTransport.createLinkedPair();
      await server.connect(far);
      return near;
    },
    server: { id: "srv-test", endpoint: "stdio:test" },
    onEvent: (event) => events.push(event),
    ...place.options,
  });
  const client = new Client(
    { name: "test-client", version: "1.0.0" },
    { capabilities: place.capabilities ?? { sampling: {}, elicitation: {}, roots: { listChanged: true } } },
  );
  const opened = () => events.find((event) => event.kind === "session_opened");
  return {
    client,
    proxy,
    events,
    raw,
    sessionId: () => {
      const event = opened();
      if (event?.kind !== "session_opened") throw new Error("no session was opened");
      return event.sessionId;
    },
    stopped: () =>
      events.flatMap((event) =>
        event.kind === "denied" || event.kind === "dropped" ? [`${event.from} ${event.method}: ${event.kind}`] : [],
      ),
    close: async () => {
      await proxy.close();
      await client.close();
    },
  };
}

/** A proxy and a client that is connected through it. */
export async function connectedMcp(place: McpPlace): Promise<McpConnection> {
  const connection = await mcpConnection(place);
  await connection.client.connect(connection.raw);
  return connection;
}
