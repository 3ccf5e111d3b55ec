/** One line of what the proxy did, for people who read its standard error. */
import type { ProxyEvent } from "../../host/frameworks/mcp/side";

/** Null for what is only said when asked for. */
export function eventLine(event: ProxyEvent, verbose: boolean): string | null {
  switch (event.kind) {
    case "passed":
      return verbose ? `passed ${event.part} ${event.method} from the ${event.from}` : null;
    case "denied":
    case "dropped":
      return `${event.kind} ${event.part} ${event.method || "without a method"} from the ${event.from}: ${event.detail ?? ""}`;
    case "waiting":
      return `waiting for people: ${event.part} ${event.method} from the ${event.from}`;
    case "session_opened":
      return `session ${event.sessionId}`;
    case "tools_declared":
      return verbose ? `declared ${event.names.length} tools` : null;
    case "tools_refused":
      return `refused the tools ${event.names.join(", ")}: ${event.detail ?? ""}`;
    case "closed":
      return `closed: ${event.detail}${event.told ? "" : "; the Guardian could not be told"}`;
  }
}
