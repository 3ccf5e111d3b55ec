/** The reading of one step: the body that belongs to its hook. */
import { mcpMethod } from "@/lib/core/read-models/mcp-message";
import { AgbomBody } from "./agbom-body";
import { CompactionBody } from "./compaction-body";
import { MemoryStoreBody, RetrievalBody } from "./knowledge-body";
import { McpBody } from "./mcp-body";
import { MessageBody } from "./message-body";
import { OtherBody } from "./other-body";
import { OwnEntryBody } from "./own-entry-body";
import type { HookPlace } from "./parts";
import type { StepMessages } from "./payload";
import { SessionBody } from "./session-body";
import { SkillBody } from "./skill-body";
import { SubagentBody } from "./subagent-body";
import { ToolCallBody, ToolResultBody } from "./tool-body";
import { TurnBody } from "./turn-body";

const BODIES: { readonly [hook: string]: typeof OtherBody } = {
  sessionStart: SessionBody,
  sessionEnd: SessionBody,
  agentTrigger: SessionBody,
  turnStart: TurnBody,
  turnEnd: TurnBody,
  userMessage: MessageBody,
  agentResponse: MessageBody,
  toolCallRequest: ToolCallBody,
  toolCallResult: ToolResultBody,
  knowledgeRetrieval: RetrievalBody,
  memoryContextRetrieval: RetrievalBody,
  memoryStore: MemoryStoreBody,
  preCompact: CompactionBody,
  postCompact: CompactionBody,
  subagentStart: SubagentBody,
  subagentStop: SubagentBody,
  skillRegister: SkillBody,
  skillLoad: SkillBody,
  skillUnload: SkillBody,
  snapshot: AgbomBody,
  changed: AgbomBody,
};

interface HookBodyProps {
  readonly method: string;
  readonly messages: StepMessages;
  readonly place: HookPlace;
  /** The Guardian wrote the entry without any message. */
  readonly isOwn: boolean;
}

export function HookBody({ method, messages, place, isOwn }: HookBodyProps) {
  if (isOwn) return <OwnEntryBody place={place} entry={messages.entry} />;
  const { payload, metadata } = messages;
  if (mcpMethod(method) !== null) return <McpBody method={method} payload={payload} metadata={metadata} />;
  const hook = method.slice(method.lastIndexOf("/") + 1);
  const Body = Object.hasOwn(BODIES, hook) ? (BODIES[hook] ?? OtherBody) : OtherBody;
  return <Body place={place} payload={payload} />;
}
