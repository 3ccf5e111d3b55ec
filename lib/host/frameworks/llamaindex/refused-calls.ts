/** Ways of LlamaIndex that act where the contract has no hold. Refused on the governed agent. */
export const REFUSED_CALLS = [
  // hand out, or put together, what runs unguarded
  "addAgent",
  "createContext",
  "createHandoffTool",
  "getAgents",
  "handle",
  // other agents, and agents as steps of a workflow
  "agentHandler",
  "fromWorkflowStep",
  "multiAgent",
  // the model called directly, without a run
  "chat",
  "complete",
  "exec",
  "streamExec",
] as const;

export type RefusedCall = (typeof REFUSED_CALLS)[number];
