/** OCSF classes of each method (W§20), and what this Guardian chose where the mapping leaves `activity_id` unset. */

export interface OcsfClass {
  readonly category_uid: number;
  readonly category_name: string;
  readonly class_uid: number;
  readonly class_name: string;
  readonly activity_id: number;
  readonly activity_name: string;
}

const CATEGORIES: { readonly [uid: number]: string } = {
  1: "System Activity",
  2: "Findings",
  3: "Identity & Access Management",
  5: "Discovery",
  6: "Application Activity",
};

function ocsfClass(class_uid: number, class_name: string, activity: readonly [number, string]): OcsfClass {
  const category_uid = Math.floor(class_uid / 1000);
  const [activity_id, activity_name] = activity;
  const category_name = CATEGORIES[category_uid] ?? "Other";
  return { category_uid, category_name, class_uid, class_name, activity_id, activity_name };
}

const authentication = (activity: readonly [number, string]) => ocsfClass(3002, "Authentication", activity);
/** Class 6002 knows installing and starting of applications; a message in one is none of these. */
const application = (name: string) => ocsfClass(6002, "Application Activity", [99, name]);
const process = (activity: readonly [number, string]) => ocsfClass(1007, "Process Activity", activity);
const datastore = (activity: readonly [number, string]) => ocsfClass(6005, "Datastore Activity", activity);
const module = (activity: readonly [number, string]) => ocsfClass(1005, "Module Activity", activity);
const inventory = (name: string) => ocsfClass(5001, name, [1, "Log"]);

const LOGON = [1, "Logon"] as const;
const LOGOFF = [2, "Logoff"] as const;
const COMPACTION = [99, "Compaction"] as const;
const LAUNCH = [1, "Launch"] as const;
const RESULT = [99, "Result"] as const;

const CLASSES: { readonly [method: string]: OcsfClass } = {
  "steps/sessionStart": authentication(LOGON),
  "steps/sessionEnd": authentication(LOGOFF),
  "steps/subagentStart": authentication(LOGON),
  "steps/subagentStop": authentication(LOGOFF),
  "steps/agentTrigger": application("Agent Trigger"),
  "steps/userMessage": application("User Message"),
  "steps/agentResponse": application("Agent Response"),
  "steps/turnStart": application("Turn Start"),
  "steps/turnEnd": application("Turn End"),
  "steps/toolCallRequest": process(LAUNCH),
  "steps/toolCallResult": process(RESULT),
  "steps/knowledgeRetrieval": datastore([4, "Query"]),
  "steps/memoryContextRetrieval": datastore([1, "Read"]),
  "steps/memoryStore": datastore([5, "Write"]),
  "steps/preCompact": datastore(COMPACTION),
  "steps/postCompact": datastore(COMPACTION),
  "steps/skillRegister": inventory("Device Inventory Info"),
  "steps/skillLoad": module([1, "Load"]),
  "steps/skillUnload": module([2, "Unload"]),
  "agbom/snapshot": inventory("Inventory Info"),
  "agbom/changed": inventory("Inventory Info"),
};

/** A memory may be created, updated or deleted; the payload says which (W§12.8). */
const MEMORY_OPERATIONS: { readonly [operation: string]: readonly [number, string] } = {
  create: [6, "Create"],
  update: [2, "Update"],
  delete: [7, "Delete"],
};

export interface StepFacts {
  readonly method: string;
  /** `payload.operation` of a memoryStore. */
  readonly operation?: string;
  /** Of a wrapped MCP message (W§15). */
  readonly wrapped?: { readonly inner: string; readonly answers: boolean };
}

/** Wrapped tool calls are tool calls; other wrapped messages are activity of the application. */
export function classOf({ method, operation, wrapped }: StepFacts): OcsfClass {
  if (wrapped?.inner === "tools/call") return process(wrapped.answers ? RESULT : LAUNCH);
  if (wrapped) return application("MCP Message");
  const memory = operation !== undefined && Object.hasOwn(MEMORY_OPERATIONS, operation);
  if (method === "steps/memoryStore" && memory) return datastore(MEMORY_OPERATIONS[operation] ?? [5, "Write"]);
  return (Object.hasOwn(CLASSES, method) ? CLASSES[method] : undefined) ?? application("Step");
}

/** A decision other than allow is a finding, an allow is activity of the application (W§20). */
export function decisionClass(decision: string, isUpdate: boolean): OcsfClass {
  if (decision === "allow" && !isUpdate) return application("Decision");
  return ocsfClass(2004, "Detection Finding", isUpdate ? [2, "Update"] : [1, "Create"]);
}

const SEVERITIES: { readonly [decision: string]: readonly [number, string] } = {
  allow: [1, "Informational"],
  modify: [2, "Low"],
  ask: [3, "Medium"],
  defer: [3, "Medium"],
  deny: [4, "High"],
};
export const severityOf = (decision: string): readonly [number, string] =>
  (Object.hasOwn(SEVERITIES, decision) ? SEVERITIES[decision] : undefined) ?? [0, "Unknown"];

const VERDICTS: { readonly [decision: string]: readonly [number, string] } = {
  allow: [5, "Benign"],
  modify: [8, "Security Risk"],
  ask: [7, "Insufficient Data"],
  defer: [7, "Insufficient Data"],
  deny: [2, "True Positive"],
};
export const verdictOf = (decision: string): readonly [number, string] =>
  (Object.hasOwn(VERDICTS, decision) ? VERDICTS[decision] : undefined) ?? [0, "Unknown"];
