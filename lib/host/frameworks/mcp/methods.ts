/** The methods of MCP that the proxy carries, by who may send them, and what its hello offers for them. */
import { DEFAULT_METHODS } from "../../client";

/** Versions of MCP whose messages are the ones listed here. A server that answers with another is refused. */
export const MCP_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

export interface Vocabulary {
  readonly requests: ReadonlySet<string>;
  readonly notifications: ReadonlySet<string>;
}

const TASKS = ["tasks/get", "tasks/result", "tasks/list", "tasks/cancel"];
const BOTH = ["notifications/cancelled", "notifications/progress", "notifications/tasks/status"];

export const FROM_CLIENT: Vocabulary = {
  requests: new Set([
    "initialize",
    "ping",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "logging/setLevel",
    ...TASKS,
  ]),
  notifications: new Set([...BOTH, "notifications/initialized", "notifications/roots/list_changed"]),
};

export const FROM_SERVER: Vocabulary = {
  requests: new Set(["ping", "sampling/createMessage", "elicitation/create", "roots/list", ...TASKS]),
  notifications: new Set([
    ...BOTH,
    "notifications/message",
    "notifications/resources/updated",
    "notifications/resources/list_changed",
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/elicitation/complete",
  ]),
};

/** The name under which the Guardian judges a message, its answer included. */
export const wrapped = (method: string): string => `protocols/MCP/${method}`;

/** Offered in the hello. The steps of the ACS-Core floor are there because a Guardian may require them of every agent. */
export const OFFERED_METHODS: readonly string[] = [
  ...DEFAULT_METHODS,
  "agbom/snapshot",
  "agbom/changed",
  ...[FROM_CLIENT, FROM_SERVER]
    .flatMap(({ requests, notifications }) => [...requests, ...notifications])
    .filter((method, index, all) => all.indexOf(method) === index)
    .map(wrapped),
];

export const WRAPPED_PROTOCOLS = MCP_VERSIONS.map((version) => ({ protocol: "MCP", version }));
