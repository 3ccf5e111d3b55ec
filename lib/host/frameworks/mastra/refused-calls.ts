/** Ways of a Mastra `Agent` that act, or hand out something that acts, where the contract has no hold. Refused on the governed agent. */
export const REFUSED_CALLS = [
  // a paused run is continued from a stored snapshot, outside the session that judged it
  "approveToolCall",
  "declineToolCall",
  "resumeStream",
  // models of the AI SDK 4, with another interface
  "generateLegacy",
  "streamLegacy",
  // renamed by Mastra; they throw there too
  "generateVNext",
  "streamVNext",
  // a loop of its own, with routing calls and other agents
  "network",
  // model calls beside the run
  "genTitle",
  "generateTitleFromUserMessage",
  "listen",
  "speak",
  "getSpeakers",
  // the agent as a part of something else
  "toStep",
  // hand out what runs unguarded
  "getLLM",
  "getModel",
  "getModelList",
  "getTools",
  "getVoice",
  "getWorkflows",
  "listAgents",
] as const;

export type RefusedCall = (typeof REFUSED_CALLS)[number];
