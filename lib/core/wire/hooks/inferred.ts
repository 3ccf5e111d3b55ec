/** How each hook's schema is known: read from the published file, corrected by newer public text, or inferred. */
import { wrappedMethod } from "./wrapped";

export type SchemaEvidence =
  /** The schema file itself was read and is current. */
  | "published"
  /** The schema file was read in an older version; newer public text and tests show what changed. */
  | "corrected"
  /** The schema file was not found; types, tests and documents of the standard's repository show its shape. */
  | "inferred";

/** By method; `protocols/MCP/*` stands for the whole wrapped family. Runners mark rows that rest on "inferred". */
export const SCHEMA_EVIDENCE = {
  "steps/sessionStart": "inferred",
  "steps/agentTrigger": "inferred",
  "steps/turnStart": "inferred",
  "steps/userMessage": "corrected",
  "steps/agentResponse": "corrected",
  "steps/knowledgeRetrieval": "corrected",
  "steps/memoryContextRetrieval": "corrected",
  "steps/memoryStore": "corrected",
  "steps/toolCallRequest": "corrected",
  "steps/toolCallResult": "corrected",
  "steps/preCompact": "published",
  "steps/postCompact": "published",
  "steps/subagentStart": "inferred",
  "steps/subagentStop": "published",
  "steps/skillRegister": "inferred",
  "steps/skillLoad": "inferred",
  "steps/skillUnload": "inferred",
  "steps/turnEnd": "published",
  "steps/sessionEnd": "inferred",
  "agbom/snapshot": "inferred",
  "agbom/changed": "inferred",
  "system/ping": "inferred",
  "handshake/hello": "corrected",
  "protocols/MCP/*": "inferred",
} as const satisfies { readonly [method: string]: SchemaEvidence };

/** How the schema of this method is known, wrapped ones included. Null for a method that ACS does not define. */
export function schemaEvidence(method: string): SchemaEvidence | null {
  if (Object.hasOwn(SCHEMA_EVIDENCE, method)) return SCHEMA_EVIDENCE[method as keyof typeof SCHEMA_EVIDENCE];
  return wrappedMethod(method)?.protocol === "MCP" ? SCHEMA_EVIDENCE["protocols/MCP/*"] : null;
}
