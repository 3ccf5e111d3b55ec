/** What the demo agent tells its parent, one JSON object per line. */
import { z } from "zod";

const text = z.string();

const event = z.discriminatedUnion("event", [
  z.object({ event: z.literal("opened"), session_id: text, posture: text }),
  z.object({ event: z.literal("chapter"), title: text }),
  /** One step of the full demo, before it is sent. */
  z.object({ event: z.literal("tries"), what: text }),
  /** The same step, after every answer to it, against what the story says. */
  z.object({
    event: z.literal("took"),
    session_id: text,
    what: text,
    method: text,
    decisions: z.array(text),
    reason_codes: z.array(text),
    as_meant: z.boolean(),
  }),
  /** The agent waits until its parent has done this, and has told it so in a line. */
  z.object({ event: z.literal("cue"), name: z.literal("ban") }),
  z.object({ event: z.literal("refused"), reason: text, message: text, code: z.number().nullable() }),
  z.object({ event: z.literal("says"), who: z.enum(["customer", "agent"]), text }),
  z.object({
    event: z.literal("calls"),
    tool: text,
    arguments: z.record(text, z.unknown()),
    approval_id: text.optional(),
  }),
  /** An answer that verified and carries a chain head: the Guardian has this step on disk. */
  z.object({
    event: z.literal("acknowledged"),
    session_id: text,
    method: text,
    request_id: text,
    decision: text,
    chain_hash: text,
    approval_id: text.nullable(),
    reason_codes: z.array(text),
  }),
  z.object({ event: z.literal("waiting"), approval_id: text.nullable(), question: text.nullable() }),
  z.object({ event: z.literal("approval"), approval_id: text, state: text }),
  /** The tool was run, with these arguments. */
  z.object({ event: z.literal("runs"), tool: text, arguments: z.record(text, z.unknown()) }),
  /** The tool has ended, under this released request. */
  z.object({ event: z.literal("executed"), session_id: text, request_id: text, exit_status: text }),
  z.object({ event: z.literal("reported"), request_id: text, result_request_id: text }),
  z.object({
    event: z.literal("denied"),
    method: text,
    kind: text,
    reason_codes: z.array(text),
    message: text,
    approval_id: text.optional(),
  }),
  z.object({ event: z.literal("no_decision"), method: text, cause: text, detail: text }),
  z.object({ event: z.literal("recovered"), method: text, request_id: text }),
  /** Nobody could be asked; the agent tries again in a moment. */
  z.object({ event: z.literal("unattended") }),
  z.object({ event: z.literal("ends") }),
  z.object({ event: z.literal("ended"), told: z.boolean() }),
  /** What the agent itself observed of the story, once per round. */
  z.object({ event: z.literal("story"), round: z.number(), faults: z.array(text) }),
]);

export type DemoEvent = z.infer<typeof event>;

/** The event of a line, or null for a line that is none. */
export function parseEvent(line: string): DemoEvent | null {
  try {
    const parsed = event.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export const credentialsSchema = z.object({ agentId: text, keyId: text, secret: text });
export type DemoCredentials = z.infer<typeof credentialsSchema>;
