/** Tools of LlamaIndex under both tool points. */
import type { BaseToolWithCall } from "llamaindex";
import { isJsonObject } from "../../../core/json/value";
import { plain } from "../plain";
import type { LlamaRun } from "./llama-run";

export function governTool(run: LlamaRun, tool: BaseToolWithCall): BaseToolWithCall {
  const { name } = tool.metadata;
  return {
    metadata: tool.metadata,
    async call(input: unknown) {
      const args = plain(input);
      if (!isJsonObject(args)) return run.turn.fail("pre_tool_call", "args: not an object");
      const call =
        run.take(name, args) ?? (await run.turn.fail("pre_tool_call", "tool_call.id: no call was asked for"));
      const result = await run.turn.tool(call, async (permitted) => plain((await tool.call(permitted)) ?? ""));
      // the framework takes null for an error of the tool
      return result ?? "";
    },
  } as BaseToolWithCall;
}
