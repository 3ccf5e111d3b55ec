/** What the proxy is given: a client of the Guardian, the two ends, and how long to wait. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Crypto } from "../../../core/crypto";
import type { GuardianClient } from "../../client";
import type { OpenOptions } from "../../options";
import type { ProxyEvent } from "./side";
import type { ServerFacts } from "./tool-list";

export interface McpProxyOptions {
  readonly client: GuardianClient;
  /** Facts of the session; methods and protocols are the proxy's. */
  readonly open?: Omit<OpenOptions, "methods" | "wrappedProtocols">;
  /** The MCP client's end, not started. */
  readonly downstream: Transport;
  /** Makes the MCP server's end, not started. Called once, when the Guardian has allowed `initialize`. */
  readonly connect: () => Transport | Promise<Transport>;
  /** `id` is the `mcp_server_id` of every message; policies know it as `context.server`. */
  readonly server: Pick<ServerFacts, "id" | "endpoint">;
  /** Longest wait for people, ms. Default: as long as the Guardian says that it waits. */
  readonly waitMs?: number;
  /** How often a waiting client with a progress token hears that its request is alive, ms. Default 5000. */
  readonly aliveMs?: number;
  /** How long the server may take to list its tools, ms. Default 30 000. */
  readonly listMs?: number;
  readonly crypto?: Crypto;
  /** What passed and what did not, without contents. A throw is ignored. */
  readonly onEvent?: (event: ProxyEvent) => void;
}

export type CloseReason = "completed" | "cancelled" | "error";

export interface ConnectionEnd {
  readonly reason: CloseReason;
  /** The Guardian took note of the session's end. */
  readonly told: boolean;
}
