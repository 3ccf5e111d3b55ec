/** A governed Mastra agent with a tool that pays, for the tests of that adapter. */
import { createTool } from "@mastra/core/tools";
import { MockLanguageModelV2 } from "ai5/test";
import { z } from "zod";
import type { AgentHooksOptions } from "../../agent-hooks/hook-session";
import { governMastra } from "../../host/frameworks/mastra/govern-mastra";
import type { ScriptedReply } from "../adapter-driver";
import { type Guard, guardedHooks } from "./guarded-hooks";
import { scriptedAiModel } from "./scripted-ai-model";

export const PAY_CALL = { calls: [{ id: "c1", name: "pay", args: { amount: 840 } }] };

export interface MastraSetup {
  readonly guard?: Guard;
  readonly replies?: readonly ScriptedReply[];
  readonly options?: Partial<AgentHooksOptions>;
  /** Of the agent. */
  readonly config?: object;
  /** Of the tool. */
  readonly extra?: object;
}

export function scriptedMastraModel(replies: readonly ScriptedReply[]) {
  const script = scriptedAiModel(replies, "v2");
  const model = new MockLanguageModelV2({ doGenerate: script.doGenerate, doStream: script.doStream });
  return { model, requests: script.requests };
}

export function mastraSetup({
  guard,
  replies = [PAY_CALL, { text: "All done." }],
  options,
  config,
  extra,
}: MastraSetup) {
  const paid: unknown[] = [];
  const { model, requests } = scriptedMastraModel(replies);
  const pay = createTool({
    id: "pay",
    description: "Pays.",
    inputSchema: z.object({ amount: z.number() }) as never,
    execute: async ({ context }: { context: unknown }) => {
      paid.push(context);
      return { status: "paid" };
    },
    ...extra,
  } as never);
  const guarded = guardedHooks("mastra", guard, options);
  const agent = governMastra(guarded.hooks, {
    name: "tested",
    instructions: "x",
    model,
    tools: { pay },
    defaultVNextStreamOptions: { modelSettings: { maxRetries: 0 } },
    ...config,
  } as never);
  return { ...guarded, agent, paid, pay, requests };
}
