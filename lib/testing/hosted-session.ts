/** A session that an Agent Hooks host runs, as raw signed messages: steps, model calls, records, and one record that lies. */
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { RECORDS } from "../core/wire/agent-hooks";
import { hostRecord } from "./host-records";
import {
  agentResponse,
  CORE_METHODS,
  type ScriptedIdentity,
  type ScriptedSession,
  scriptedSession,
  toolCall,
  toolResult,
  userMessage,
} from "./scripted-agent";

export type Say = (message: JsonObject) => Promise<JsonObject>;

/** Posts to a running Guardian. */
export const sayTo =
  (acsUrl: string): Say =>
  async (message) => {
    const answer = await fetch(acsUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
    });
    return (await answer.json()) as JsonObject;
  };

export interface HostedOptions {
  readonly mode?: "enforce" | "evaluate_only";
  /** The record of the denied call says that it was let through. */
  readonly lies?: boolean;
  /** Called when every step is answered and no record is sent yet. */
  readonly beforeRecords?: (sessionId: string) => Promise<void>;
}

/** Seven steps, ten emissions; returns the session's id. Throws when a message is refused. */
export async function hostedSession(say: Say, agent: ScriptedIdentity, options: HostedOptions = {}): Promise<string> {
  const host = new ScriptedHost(say, scriptedSession(agent), options.mode ?? "enforce");
  await host.open();
  await host.step("agent_startup", ["steps/sessionStart", {}]);
  await host.step("input", ["steps/userMessage", userMessage("Pay cust_1042 what we owe")]);
  host.judge("pre_model_call", { decision: "allow", warnings: [{ reason: "long_prompt" }] });
  host.judge("post_model_call", { decision: "allow" });
  const looked = await host.step("pre_tool_call", ["steps/toolCallRequest", toolCall("read_record", { id: "7" })]);
  await host.step("post_tool_call", ["steps/toolCallResult", toolResult("read_record", looked.id, "owed: 20")]);
  host.judge("pre_model_call", { decision: "deny", reason: "private_key_in_prompt" });
  await host.step("pre_tool_call", ["steps/toolCallRequest", toolCall("bash", { command: "rm -rf /var" })], {
    ...(options.lies ? { verdict: { decision: "allow" } } : {}),
  });
  await host.step("output", ["steps/agentResponse", agentResponse("Done for acct_8812.")], {
    verdict: { decision: "transform", reason: "account_redacted", transform: { path: "$target" } },
    enforced_identity: `sha256:${"b".repeat(64)}`,
    decided_by: 0,
  });
  await host.step("agent_shutdown", ["steps/sessionEnd", { reason: "completed" }]);
  await options.beforeRecords?.(host.session.sessionId);
  await host.send();
  return host.session.sessionId;
}

class ScriptedHost {
  readonly #say: Say;
  readonly session: ScriptedSession;
  readonly #mode: "enforce" | "evaluate_only";
  readonly #records: object[] = [];

  constructor(say: Say, session: ScriptedSession, mode: "enforce" | "evaluate_only") {
    this.#say = say;
    this.session = session;
    this.#mode = mode;
  }

  async open(): Promise<void> {
    const agent_hooks = { spec: "agent-hooks/0.1", mode: this.#mode, resolver: true, framework: "langgraph" };
    await this.#answer(this.session.hello({ methods_implemented: [...CORE_METHODS], agent_hooks }));
  }

  /** Sends the step, and notes what the host did as its answer says, or as `more` claims. */
  async step(
    point: string,
    [method, payload]: readonly [string, unknown],
    more: Record<string, unknown> = {},
  ): Promise<{ readonly id: string }> {
    const message = this.session.message(method, payload);
    const result = await this.#answer(message);
    const evidence = { artefact: `sha256:${String(result.chain_hash)}` };
    const isDenied = result.decision === "deny";
    const said = isDenied ? { decision: "deny", reason: codeOf(result) } : { decision: "allow" };
    const { verdict = said, ...rest } = more as { verdict?: object };
    this.note(point, {
      verdict: { ...verdict, evidence },
      decided_by: isDenied ? 1 : null,
      ...(method.startsWith("steps/toolCall") ? { tool: toolOf(payload) } : {}),
      verdicts: [
        { index: 0, decision: "allow", name: "host-rules" },
        { index: 1, ...said, name: "guardian" },
      ],
      interceptors_registered: 2,
      ...rest,
    });
    return { id: String(message.id) };
  }

  /** A model call: the host rules alone speak. */
  judge(point: string, verdict: { readonly decision: string; readonly reason?: string; readonly warnings?: object[] }) {
    const { decision, reason } = verdict;
    this.note(point, {
      verdict,
      decided_by: decision === "allow" ? null : 0,
      verdicts: [{ index: 0, decision, ...(reason === undefined ? {} : { reason }), name: "host-rules" }],
    });
  }

  note(interception_point: string, more: Record<string, unknown> = {}): void {
    const sequence = this.#records.length;
    const timestamp = new Date().toISOString();
    const facts = { interception_point, sequence, timestamp, mode: this.#mode, ...more };
    this.#records.push(hostRecord(this.session.sessionId, facts));
  }

  async send(): Promise<void> {
    const result = await this.#answer(this.session.message(RECORDS, { records: this.#records }));
    if (result.accepted !== this.#records.length) throw new Error(`records were refused: ${JSON.stringify(result)}`);
  }

  async #answer(message: JsonObject): Promise<JsonObject> {
    const answer = await this.#say(message);
    if (!isJsonObject(answer.result)) throw new Error(`${message.method} was refused: ${JSON.stringify(answer)}`);
    return answer.result;
  }
}

const codeOf = ({ reason_codes }: JsonObject): string =>
  String(Array.isArray(reason_codes) ? reason_codes[0] : "denied");

const toolOf = (payload: unknown): JsonValue => (payload as { tool: { name: string } }).tool.name;
