/** One session of Agent Hooks at the Guardian: its connection, the bundle's rules, and what later points must know. */
import type { AcsStep } from "../../agent-hooks/acs/acs-step";
import type { AgentContext } from "../../agent-hooks/types";
import { memberAt } from "../../core/json/build";
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

/** Handshake and rules. Rejects with `GuardianUnavailable`: a host without its rules has to block. */
export async function openLink(
  options: GuardianHooksOptions,
  credentials: Credentials,
  startup: AgentContext,
): Promise<GuardianLink> {
  const { id } = startup.session;
  // ACS names sessions by UUID, and a name made up here would tie records to another session than entries
  if (!UUID.test(id)) throw new GuardianUnavailable("session_id_invalid", "session.id is no UUID");
  const userId = memberAt(startup, "actor", "id");
  const isHuman = memberAt(startup, "actor", "kind") === "human" && typeof userId === "string";
  const hello = {
    ...options.place,
    sessionId: id,
    methods: METHODS,
    agentHooks: offerOf(options),
    ...(isHuman ? { userContext: { user_id: userId } } : {}),
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

export function note(link: GuardianLink, sequence: number, facts: EmissionFacts): void {
  link.facts.set(sequence, { ...link.facts.get(sequence), ...facts });
}
