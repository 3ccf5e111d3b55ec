/** One session of Agent Hooks at the Guardian: its connection, the bundle's rules, and what later points must know. */
import type { AcsStep } from "../../agent-hooks/acs/acs-step";
import type { AgentContext } from "../../agent-hooks/types";
import { fromPlainObject, memberAt } from "../../core/json/build";
import type { AgentHooksOffer, HostRule } from "../../core/wire/agent-hooks";
import { DEFAULT_METHODS } from "../client";
import { type Credentials, connect } from "../connect";
import type { StepContext } from "../step-io";
import { GuardianUnavailable } from "./guardian-unavailable";
import type { GuardianHooksOptions } from "./hook-options";
import { hostRulesOf } from "./host-rules-of";

/** Beside the ACS-Core floor: turns, outside events and the tools as an AgBOM. */
const METHODS: readonly string[] = [
  ...DEFAULT_METHODS,
  "steps/agentTrigger",
  "steps/turnStart",
  "steps/turnEnd",
  "agbom/snapshot",
];

export interface AskedCall {
  readonly requestId: string;
  readonly step: AcsStep;
}

/** What a record carries that its host cannot know: taken from the contexts and answers of the same emission. */
export interface EmissionFacts {
  readonly tool?: string;
  readonly entryHash?: string;
}

export interface GuardianLink {
  readonly sessionId: string;
  readonly context: StepContext;
  readonly rules: readonly HostRule[];
  openTurn: string | null;
  /** The last step that asked about a call, by `tool_call.id`; its `requestId` becomes that of the release. */
  readonly calls: Map<string, AskedCall>;
  /** Calls that the Guardian released, until their result or their end is told. */
  readonly released: Map<string, AskedCall>;
  /** By `sequence`, until the record is made. */
  readonly facts: Map<number, EmissionFacts>;
  /** Results on their way; the session ends after them. */
  readonly deliveries: Set<Promise<unknown>>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** What another process must know to go on with a session. No arguments and no results. */
export interface KeptSession {
  readonly sessionId: string;
  readonly openTurn: string | null;
  readonly calls: readonly KeptCall[];
}

export interface KeptCall {
  readonly id: string;
  readonly requestId: string;
  readonly tool: string;
  readonly isReleased: boolean;
}

/** Whose session it is, as its contexts say. */
export interface LinkFacts {
  readonly sessionId: string;
  readonly userId: string | null;
}

/** Handshake and rules. Rejects with `GuardianUnavailable`: a host without its rules has to block. */
export async function openLink(
  options: GuardianHooksOptions,
  credentials: Credentials,
  { sessionId: id, userId }: LinkFacts,
): Promise<GuardianLink> {
  // ACS names sessions by UUID, and a name made up here would tie records to another session than entries
  if (!UUID.test(id)) throw new GuardianUnavailable("session_id_invalid", "session.id is no UUID");
  const hello = {
    ...options.place,
    sessionId: id,
    methods: METHODS,
    agentHooks: offerOf(options),
    ...(userId === null ? {} : { userContext: { user_id: userId } }),
  };
  const first = await connect(options, credentials, hello);
  // a kept-alive connection may have closed under us; the same hello again gets the same answer
  const isLost = !first.ok && first.failure.reason === "transport_failed";
  const connected = isLost ? await connect(options, credentials, hello) : first;
  if (!connected.ok) throw new GuardianUnavailable(connected.failure.reason, "handshake/hello");
  const { context } = connected.value;
  const rules = await hostRulesOf(context);
  return {
    sessionId: id,
    context,
    rules,
    openTurn: null,
    calls: new Map(),
    released: new Map(),
    facts: new Map(),
    deliveries: new Set(),
  };
}

/** The Guardian prepares items for people only where somebody will ask about them. */
function offerOf({ framework, mode = "enforce", waitsForPeople = true }: GuardianHooksOptions): AgentHooksOffer {
  const atTools = typeof mode === "string" ? mode : (mode.pre_tool_call ?? "enforce");
  return { spec: "agent-hooks/0.1", mode: atTools, resolver: waitsForPeople, framework };
}

/** The person that a context names, for the Guardian's rule that nobody approves what was asked on their own behalf. */
export function factsOf(context: AgentContext): LinkFacts {
  const userId = memberAt(context, "actor", "id");
  const isHuman = memberAt(context, "actor", "kind") === "human" && typeof userId === "string";
  return { sessionId: context.session.id, userId: isHuman ? userId : null };
}

export function restore(link: GuardianLink, { openTurn, calls }: KeptSession): void {
  link.openTurn = openTurn;
  for (const { id, requestId, tool, isReleased } of calls) {
    const payload = fromPlainObject({ tool: { name: tool } });
    const step = { method: "steps/toolCallRequest", payload, metadata: fromPlainObject({}) };
    link.calls.set(id, { requestId, step });
    if (isReleased) link.released.set(id, { requestId, step });
  }
}

export function keptOf(link: GuardianLink): KeptSession {
  const calls = [...link.calls].map(([id, { requestId, step }]) => ({
    id,
    requestId,
    tool: String(memberAt(step.payload, "tool", "name") ?? ""),
    isReleased: link.released.has(id),
  }));
  return { sessionId: link.sessionId, openTurn: link.openTurn, calls };
}

export function note(link: GuardianLink, sequence: number, facts: EmissionFacts): void {
  link.facts.set(sequence, { ...link.facts.get(sequence), ...facts });
}
