/** A governed agent of the Vercel AI SDK with a tool that pays, for the tests of that adapter. */
import { jsonSchema, type ToolSet, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import type { AgentHooksOptions } from "../../agent-hooks/hook-session";
import { governVercelAi } from "../../host/frameworks/vercel-ai/govern-vercel-ai";
import type { ScriptedReply } from "../adapter-driver";
import { type Guard, guardedHooks } from "./guarded-hooks";
import { scriptedAiModel } from "./scripted-ai-model";

const PAY_CALL = { calls: [{ id: "c1", name: "pay", args: { amount: 840 } }] };

export interface VercelAiSetup {
  readonly guard?: Guard;
  readonly replies?: readonly ScriptedReply[];
  readonly options?: Partial<AgentHooksOptions>;
  readonly settings?: object;
  readonly extra?: object;
}

export function vercelAiSetup({
  guard = {},
  replies = [PAY_CALL, { text: "Done." }],
  options,
  settings,
  extra,
}: VercelAiSetup = {}) {
  const script = scriptedAiModel(replies, "v3");
  const model = new MockLanguageModelV3({ doGenerate: script.doGenerate, doStream: script.doStream });
  const paid: unknown[] = [];
  const pay = tool({ inputSchema: jsonSchema({ type: "object" }), execute: (args) => void paid.push(args), ...extra });
  const guarded = guardedHooks("vercel-ai", guard, options);
  const agent = governVercelAi<never, ToolSet, never>(guarded.hooks, { model, tools: { pay }, ...settings } as never);
  return { ...guarded, script, paid, agent };
}
