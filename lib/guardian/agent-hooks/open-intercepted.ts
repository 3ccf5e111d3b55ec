/** `agent_startup` of a host that speaks no ACS: opens its session with the terms that such a host has (decision 0040). */
import type { AgentContext } from "../../agent-hooks/types";
import { derivedStepId } from "../../core/chain/derived-step";
import { fromPlainObject, memberAt } from "../../core/json/build";
import { err, ok, type Result } from "../../core/result";
import { wireFailure } from "../../core/wire/codes";
import { type AcsRequest, parseExtensionRequest } from "../../core/wire/envelope";
import type { GuardianDeps } from "../deps";
import type { Policies } from "../policies";
import type { Refusal } from "../refusal";
import { replayed } from "../stages/admit";
import { admitHello } from "../stages/admit-hello";
import type { Authenticated } from "../stages/authenticate";
import { readIntercepted } from "./intercepted";

/** Everything that a point can become; what the agent's registration requires beyond it refuses the session. */
const METHODS = [
  "steps/sessionStart",
  "steps/agentTrigger",
  "steps/turnStart",
  "steps/userMessage",
  "steps/toolCallRequest",
  "steps/toolCallResult",
  "steps/agentResponse",
  "steps/turnEnd",
  "steps/sessionEnd",
  "agbom/snapshot",
];

/** Of the ids that derive from the message, the hello has the first. */
export const HELLO_INDEX = 0;

/** Null for every other point, whose session must be there. Fails as the handshake would. */
export async function openIntercepted(
  deps: GuardianDeps,
  policies: Policies,
  message: Authenticated,
): Promise<Result<null, Refusal>> {
  const refuse = (failure: Refusal["failure"]) =>
    err({ failure, id: message.id, signer: message.signer, context: message.context });
  const request = parseExtensionRequest(message.message);
  if (!request.ok) return refuse(request.failure);
  if (memberAt(request.value.params.payload, "context", "interception_point") !== "agent_startup") return ok(null);
  const context = readIntercepted(request.value);
  if (!context.ok) return refuse(context.failure);
  const { metadata, request_id } = request.value.params;
  const helloId = derivedStepId(deps.crypto, request_id, HELLO_INDEX);
  const known = await deps.store.session(message.tenantId, metadata.session_id.toLowerCase());
  if (known?.session.helloRequestId === helloId) return refuse(replayed("request_id"));
  // a session starts once; one that got no further than its hello may be started again
  if (known && known.session.headSeq > 0) return refuse(wireFailure("already_negotiated"));
  const hello = helloMessage(deps, request.value, { context: context.value, helloId });
  const opened = await admitHello(deps, policies, { ...message, message: hello, params: hello.params });
  return opened.ok ? ok(null) : opened;
}

function helloMessage(
  { capabilities }: GuardianDeps,
  request: AcsRequest,
  { context, helloId }: { context: AgentContext; helloId: string },
): AcsRequest {
  const { nonce: _, signature: _signature, ...params } = request.params;
  const ours = memberAt(context, "extensions", "guardian");
  return fromPlainObject({
    jsonrpc: "2.0",
    id: request.id,
    method: "handshake/hello",
    params: {
      ...params,
      request_id: helloId,
      payload: {
        acs_versions_supported: [params.acs_version],
        methods_implemented: METHODS,
        transports_supported: capabilities.transports,
        provenance_producer: "none",
        profiles_supported: ["acs-core"],
        agent_hooks: {
          spec: context.spec,
          mode: memberAt(ours, "mode") ?? "enforce",
          resolver: memberAt(ours, "resolver") ?? true,
          framework: context.agent.framework,
        },
      },
    },
  }) as AcsRequest;
}
