/** What it costs to have one tool call governed: the tool alone, the plain client, the reference loop, the hook command, the proxy. */

import type { JsonObject } from "../../core/json/value";
import { createGuardianClient } from "../../host/client";
import { orThrow } from "../../host/failures";
import { governed } from "../../host/frameworks/governed";
import { openConversation } from "../../host/frameworks/reference/conversation";
import { type Asked, type CallCost, callCost } from "./call-cost";
import { hookCalls } from "./hook-calls";
import { mcpCalls } from "./mcp-calls";
import { type ServerSpec, startServer } from "./processes";

const ARGUMENTS = { customer: "cust_1042", fields: ["name", "orders", "balance"] };
const lookUp = (args: JsonObject): JsonObject => ({ customer: args.customer ?? null, name: "Mara Lindqvist" });

interface Place {
  readonly guardian: ServerSpec;
  readonly agent: Asked["agent"];
  /** For each row. */
  readonly ms: number;
}

export async function governedCalls(
  { guardian, agent, ms }: Place,
  progress: (line: string) => void,
): Promise<readonly CallCost[]> {
  const server = await startServer(guardian);
  const asked: Asked = { url: `http://127.0.0.1:${server.port}/acs`, agent, ms };
  try {
    progress("governed calls: tool, client, reference loop …");
    const inProcess = [await toolAlone(asked), await clientCall(asked), await loopCall(asked)];
    progress("governed calls: hook command …");
    // a process takes long: more time, so that there are calls enough for a p99
    const hook = await hookCalls({ ...asked, ms: ms * 3 });
    progress("governed calls: MCP proxy …");
    return [...inProcess, ...hook, ...(await mcpCalls(asked))];
  } finally {
    await server.stop();
  }
}

const toolAlone = (asked: Asked) => callCost("a tool call: the tool alone", asked, async () => lookUp(ARGUMENTS));

async function clientCall(asked: Asked): Promise<CallCost> {
  const session = orThrow(await createGuardianClient({ ...asked.agent, url: asked.url }).open());
  try {
    const call = { tool: "lookup_account", arguments: ARGUMENTS };
    return await callCost("the same through the client's toolCall (two steps)", asked, async () =>
      orThrow(await session.toolCall(call, lookUp)),
    );
  } finally {
    await session.end();
  }
}

async function loopCall(asked: Asked): Promise<CallCost> {
  const hooks = governed({ ...asked.agent, url: asked.url }, "reference");
  const respond = async () => ({ content: "", tool_calls: [], finish_reason: "stop" });
  const conversation = await openConversation(hooks.session(), { model: { id: "scripted" }, respond });
  let calls = 0;
  try {
    return await callCost("the same in the governed reference loop (two points, two steps)", asked, () => {
      calls += 1;
      return conversation.session.tool({ id: `call-${calls}`, name: "lookup_account", args: ARGUMENTS }, lookUp);
    });
  } finally {
    await conversation.close();
    await hooks.close();
  }
}
