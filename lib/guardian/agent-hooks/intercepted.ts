/** The context that a host in any language sends, checked before anything of it is judged (Agent Hooks §6.3). */
import { claimsFault } from "../../agent-hooks/acs/claims";
import { checkEnvelope } from "../../agent-hooks/envelope";
import { applyTransform, permitsTransform } from "../../agent-hooks/transform";
import type { AgentContext } from "../../agent-hooks/types";
import { memberAt } from "../../core/json/build";
import { canonicalText } from "../../core/json/canonical";
import type { JsonValue } from "../../core/json/value";
import { err, ok, type Result } from "../../core/result";
import { interceptPayload } from "../../core/wire/agent-hooks";
import { type WireFailure, wireFailure } from "../../core/wire/codes";
import type { AcsRequest } from "../../core/wire/envelope";
import { firstFault } from "../../core/wire/shapes";

/** Fails with `payload_invalid`, naming the member: the host's contract denies what it cannot have judged. */
export function readIntercepted({ params }: AcsRequest): Result<AgentContext, WireFailure> {
  const payload = interceptPayload.safeParse(params.payload);
  if (!payload.success) return err(wireFailure("payload_invalid", firstFault(payload.error, "params.payload")));
  const context = params.payload.context as JsonValue;
  const fault = checkEnvelope(context);
  if (fault !== null) return invalid(fault, "is missing or not of its type");
  const read = context as AgentContext;
  if (read.session.id.toLowerCase() !== params.metadata.session_id.toLowerCase())
    return invalid("session.id", "is not the session_id of the message");
  if (read.agent.id !== params.metadata.agent_id) return invalid("agent.id", "is not the agent_id of the message");
  const claims = claimsFault(memberAt(context, "extensions", "guardian"));
  if (claims !== null) return invalid(claims, "must be approval ids by names of tools");
  return isMirrored(read) ? ok(read) : invalid("target", "differs from the member that it stands for");
}

const invalid = (member: string, message: string): Result<never, WireFailure> =>
  err(wireFailure("payload_invalid", { field: `params.payload.context.${member}`, message }));

/** What is judged is the target; what runs is its alias. */
function isMirrored(context: AgentContext): boolean {
  if (!permitsTransform(context.interception_point)) return true;
  const same = applyTransform(context, { path: "$target", value: context.target });
  return same.ok && canonicalText(same.value) === canonicalText(context);
}
