/** A Guardian with policies about MCP, and small servers behind the proxy at it: for the proxy's integration tests. */
import { createGuardianClient } from "../host/client";
import { hostWorld } from "./host-world";
import { connectedMcp, type McpConnection, type McpPlace } from "./mcp-connection";
import { MCP_BUNDLE, smallMcpServer } from "./mcp-policies";

export type McpWorld = Awaited<ReturnType<typeof mcpWorld>>;

export async function mcpWorld() {
  const world = await hostWorld();
  await world.w.publish(MCP_BUNDLE);
  const open: McpConnection[] = [];
  const guardian = async (more: { readonly url?: string; readonly fetch?: typeof fetch } = {}) =>
    createGuardianClient({ ...(await world.w.agent()), url: `${world.listener.url}/acs`, ...more });
  return {
    ...world,
    guardian,
    connect: async (more: Partial<McpPlace> = {}) => {
      const small = smallMcpServer();
      const connection = await connectedMcp({ guardian: await guardian(), server: small.server, ...more });
      open.push(connection);
      const call = (name: string, args = {}) => callText(connection, name, args);
      return { ...connection, ...small, call };
    },
    stepTypes: async (connection: Pick<McpConnection, "sessionId">) =>
      (await world.chainOf(connection.sessionId())).map((entry) => entry.stepType),
    /** For `afterEach`. */
    closeConnections: async () => {
      for (const connection of open.splice(0)) await connection.close();
    },
  };
}

async function callText({ client }: McpConnection, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content as { readonly text: string }[];
  return { isError: result.isError === true, text: first?.text ?? "" };
}
