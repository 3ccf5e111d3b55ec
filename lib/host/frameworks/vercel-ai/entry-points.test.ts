/** Every export of the AI SDK that can act is governed, refused, or takes a governed agent; a new one must be placed here. */
import * as ai from "ai";
import { describe, expect, it } from "vitest";
import { vercelAiDriver } from "../../../testing/frameworks/vercel-ai";
import { INERT_EXPORTS } from "../../../testing/frameworks/vercel-ai-exports";
import { REFUSED_CALLS } from "./refused-calls";

/** Governed under the same name, or as `generate` and `stream` of the governed object. */
const GOVERNED = [
  "Experimental_Agent",
  "ToolLoopAgent",
  "generateObject",
  "generateText",
  "streamObject",
  "streamText",
];

/** Call `stream` of the agent that they are given, and read its `tools`. */
const TAKE_AN_AGENT = [
  "DirectChatTransport",
  "createAgentUIStream",
  "createAgentUIStreamResponse",
  "pipeAgentUIStreamToResponse",
];

/** Make models, providers or requests to a server of one's own, which act only when something above calls them. */
const MAKERS = [
  "AbstractChat",
  "DefaultChatTransport",
  "HttpChatTransport",
  "TextStreamChatTransport",
  "callCompletionApi",
  "createDownload",
  "createGateway",
  "createProviderRegistry",
  "customProvider",
  "experimental_createProviderRegistry",
  "experimental_customProvider",
  "gateway",
  "wrapEmbeddingModel",
  "wrapImageModel",
  "wrapLanguageModel",
  "wrapProvider",
];

describe("the exports of the AI SDK", () => {
  it("are all placed", () => {
    const placed = [...GOVERNED, ...TAKE_AN_AGENT, ...MAKERS, ...REFUSED_CALLS, ...INERT_EXPORTS];
    expect(Object.keys(ai).sort()).toEqual(placed.sort());
  });

  it("have no method of an agent that is not governed", () => {
    const methods = Object.getOwnPropertyNames(ai.ToolLoopAgent.prototype);
    expect(methods.sort()).toEqual([
      "constructor",
      "generate",
      "id",
      "mergeOnStepFinishCallbacks",
      "prepareCall",
      "stream",
      "tools",
    ]);
  });

  it("are driven where they are governed or refused", () => {
    const driven = vercelAiDriver.entryPoints.map(({ name }) => name).join("\n");
    for (const name of [...REFUSED_CALLS, "generateText", "streamText", "agent.generate", "agent.stream"]) {
      expect(driven).toContain(`${name}()`);
    }
  });
});
