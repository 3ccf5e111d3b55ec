/** Checks of wrapped MCP (ACS §15). */
import type { Check, Run } from "../run";
import { MCP_VERSION } from "../run";

const request = (method: string, params: object, id: number | undefined = 1) => ({
  jsonrpc: "2.0",
  method,
  ...(id === undefined ? {} : { id }),
  params,
});
const response = (result: object) => ({ jsonrpc: "2.0", id: 1, result });
const READ = "protocols/MCP/resources/read";
const readRequest = request("resources/read", { uri: "file:///notes.txt" });
const readResponse = response({ contents: [{ uri: "file:///notes.txt", text: "hello" }] });

async function judged(run: Run, messages: readonly [string, object][]): Promise<void> {
  const session = await run.open();
  for (const [method, payload] of messages) {
    const answer = await session.send(method, payload);
    run.holds(answer.decision !== undefined, `${method}: ${answer.brief}`);
    run.holds(/^[0-9a-f]{64}$/.test(answer.head ?? ""), `${method} has no entry`);
  }
}

export const MCP: { readonly [name: string]: Check } = {
  "mcp.resources": (run) =>
    judged(run, [
      [READ, readRequest],
      [READ, readResponse],
    ]),
  "mcp.surfaces": (run) =>
    judged(run, [
      ["protocols/MCP/initialize", request("initialize", { protocolVersion: MCP_VERSION, capabilities: {} })],
      ["protocols/MCP/initialize", response({ protocolVersion: MCP_VERSION, capabilities: {} })],
      ["protocols/MCP/notifications/initialized", { jsonrpc: "2.0", method: "notifications/initialized" }],
      ["protocols/MCP/prompts/get", request("prompts/get", { name: "greeting" })],
      ["protocols/MCP/tools/list", request("tools/list", {})],
      ["protocols/MCP/tools/call", request("tools/call", { name: "lookup_order", arguments: { id: "A-1" } })],
      ["protocols/MCP/tools/call", response({ content: [{ type: "text", text: "found" }] })],
    ]),
  "mcp.malformed": async (run) => {
    const session = await run.open();
    for (const [of, payload] of [
      ["no JSON-RPC", { ...readRequest, jsonrpc: "1.0" }],
      ["another method", request("prompts/get", {})],
      ["params that are a list", { ...readRequest, params: [] }],
      ["both result and error", { ...readResponse, error: { code: 1, message: "m" } }],
      ["a response without id", { jsonrpc: "2.0", result: {} }],
    ] as const) {
      run.refuses(await session.send(READ, payload), -32602, of);
    }
  },
  "mcp.declared": async (run) => {
    const undeclared = await run.open({ hello: { wrapped_protocols: [] } });
    run.refuses(await undeclared.send(READ, readRequest), -32003, "MCP that was not declared");
    const other = "wrapped:mcp-1999-01-01/resources/read";
    const session = await run.open({
      hello: { methods_implemented: [...listOfOffered(run), other] },
    });
    run.refuses(await session.send(other, readRequest), -32003, "a version that was not declared");
  },
  "mcp.versioned": async (run) => {
    const pinned = `wrapped:mcp-${MCP_VERSION}/resources/read`;
    const methods = listOfOffered(run);
    const session = await run.open({ hello: { methods_implemented: [...methods, pinned] } });
    const answer = await session.send(pinned, readRequest);
    run.holds(answer.decision !== undefined, `the form that pins a version: ${answer.brief}`);
  },
};

const listOfOffered = (run: Run): readonly string[] => run.clientHello().methods_implemented as readonly string[];
