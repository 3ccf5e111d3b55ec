/** The Guardian client for agents: opens governed sessions over HTTP (§4, §10). Nothing is sent unsigned or believed unsigned. */
import { fromPlainObject } from "../core/json/build";
import { err, ok, type Result } from "../core/result";
import { type Credentials, connect, credentialsOf } from "./connect";
import { SessionRefused } from "./failures";
import type { GuardianClientOptions, OpenOptions } from "./options";
import { createSession, type GuardianSession } from "./session";
import { takeStep } from "./step";

/** The ACS-Core floor of an agent that can call tools (W§22). */
export const DEFAULT_METHODS: readonly string[] = [
  "steps/sessionStart",
  "steps/userMessage",
  "steps/toolCallRequest",
  "steps/toolCallResult",
  "steps/agentResponse",
  "steps/sessionEnd",
];

export interface GuardianClient {
  /**
   * Handshake and sessionStart. A failure means that there is no session, whatever the posture: without negotiated
   * terms nothing may be done under their name.
   */
  open(options?: OpenOptions): Promise<Result<GuardianSession, SessionRefused>>;
}

/** Throws TypeError on a secret that is too short or is no base64, and on missing keys: bugs in the caller's configuration. */
export function createGuardianClient(options: GuardianClientOptions): GuardianClient {
  const credentials = credentialsOf(options);
  return { open: (open = {}) => openSession(options, credentials, open) };
}

async function openSession(
  options: GuardianClientOptions,
  credentials: Credentials,
  open: OpenOptions,
): Promise<Result<GuardianSession, SessionRefused>> {
  const connected = await connect(options, credentials, { ...open, methods: open.methods ?? DEFAULT_METHODS });
  if (!connected.ok) return connected;
  const { context } = connected.value;
  const payload = fromPlainObject(open.sessionStart ?? {});
  const started = await takeStep(context, { method: "steps/sessionStart", payload });
  if (!started.ok) return err(new SessionRefused("session_denied", started.failure.message));
  return ok(createSession(connected.value));
}
