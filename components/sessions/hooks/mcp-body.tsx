/** An MCP message that the agent wrapped (W§15): which server, which method, question or answer. */
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import type { JsonObject } from "@/lib/core/json/value";
import { mcpMessage } from "@/lib/core/read-models/mcp-message";
import { Code, Part } from "./parts";
import { object, text } from "./payload";
import { Value } from "./value";

interface McpBodyProps {
  readonly method: string;
  readonly payload: JsonObject;
  readonly metadata: JsonObject;
}

const KIND = { request: "Request", notification: "Notification", result: "Answer", error: "Error answer" } as const;

export function McpBody({ method, payload, metadata }: McpBodyProps) {
  const message = mcpMessage(method, payload);
  if (message === null) return null;
  const body = payload.error ?? payload.result ?? payload.params;
  const server = text(metadata.mcp_server_id);
  const members = Object.entries(object(body) ?? {});
  return (
    <>
      <Part title={`MCP ${KIND[message.kind].toLowerCase()}`}>
        <Facts>
          <Code name="Method" value={message.method} />
          <Fact name="Server">
            {server === null ? (
              <span className="text-ask">server unknown</span>
            ) : (
              <VisibleText text={server} className="font-mono text-12 break-all" />
            )}
          </Fact>
          <Code name="Message id" value={message.id} />
        </Facts>
      </Part>
      <Part title={message.kind === "result" ? "Result" : message.kind === "error" ? "Error" : "Parameters"}>
        {members.length === 0 ? (
          <Value value={body} name="the message" />
        ) : (
          <dl className="flex flex-col gap-2">
            {members.map(([name, value]) => (
              <div key={name} className="grid grid-cols-[minmax(72px,max-content)_1fr] gap-x-4 touch:grid-cols-1">
                <dt className="max-w-40 font-mono text-12 leading-5 break-all text-ink-3">
                  <VisibleText text={name} />
                </dt>
                <dd className="min-w-0">
                  <Value value={value} name={name} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Part>
    </>
  );
}
