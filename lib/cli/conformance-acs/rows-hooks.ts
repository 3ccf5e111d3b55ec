/** Rows of the hooks: each accepted with a permitted disposition, and refused with -32602 when malformed (W§12, W§16). */

import { schemaEvidence } from "../../core/wire/hooks/inferred";
import type { Level, Row } from "./row";

const FLOOR: readonly string[] = [
  "steps/sessionStart",
  "steps/userMessage",
  "steps/agentTrigger",
  "steps/toolCallRequest",
  "steps/toolCallResult",
  "steps/agentResponse",
  "steps/sessionEnd",
  "steps/subagentStart",
];

const FURTHER: readonly string[] = [
  "steps/subagentStop",
  "steps/turnStart",
  "steps/turnEnd",
  "steps/preCompact",
  "steps/postCompact",
  "steps/knowledgeRetrieval",
  "steps/memoryContextRetrieval",
  "steps/memoryStore",
  "steps/skillRegister",
  "steps/skillLoad",
  "steps/skillUnload",
];

const hookRow = (method: string, level: Level): Row => ({
  id: `hook.${method.slice("steps/".length)}`,
  profile: "acs-core",
  level,
  text: `${method} is answered with a disposition that the hook permits, and its malformed payload with -32602.`,
  ref: "C Hook taxonomy, §5",
  check: `hook.${method.slice("steps/".length)}`,
  schemaInferred: schemaEvidence(method) === "inferred",
});

/** The methods of these rows, in order. */
export const HOOK_METHODS: readonly string[] = [...FLOOR, ...FURTHER];

export const HOOK_ROWS: readonly Row[] = [
  ...FLOOR.map((method) => hookRow(method, "MUST")),
  ...FURTHER.map((method) => hookRow(method, "SHOULD")),
];
