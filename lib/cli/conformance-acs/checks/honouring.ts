/**
 * Checks of the Observed Agent's side (ACS §4.1, §6.4), made with the host library against the target: what it does with
 * the target's decisions, and without any.
 */
import { createGuardianClient } from "../../../host/client";
import type { HostRecord } from "../../../host/records";
import type { GuardianSession } from "../../../host/session";
import { Failed, NotEstablished } from "../outcome";
import type { Check, Run } from "../run";
import type { ToolStimulus } from "../target";

const JSON_HEADERS = { headers: { "content-type": "application/json" } };

interface Host {
  readonly session: GuardianSession;
  readonly records: readonly HostRecord[];
  /** From now on nothing reaches the target. */
  cut(): void;
}

interface HostOptions {
  readonly posture?: "proceed" | "deny";
  readonly isCut?: boolean;
}

function client(run: Run, { posture = "deny", isCut = false }: HostOptions) {
  if (run.target.transport === "stdio") throw new NotEstablished("the host library speaks HTTP alone");
  const { secret, agentId, keyId } = run.target.main;
  if (secret === undefined) throw new NotEstablished("the check signs with HMAC, and no secret was given");
  let cut = isCut;
  const records: HostRecord[] = [];
  const post = async (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    if (cut) throw new TypeError("cut off");
    const answer = await run.target.post(init?.body as Uint8Array);
    return new Response(answer as BodyInit, JSON_HEADERS);
  };
  const opened = createGuardianClient({
    url: `${run.target.transport}://conformance.invalid/acs`,
    agentId,
    keyId,
    secret,
    posture,
    resultAttempts: 1,
    fetch: post as typeof fetch,
    onRecord: (record) => void records.push(record),
  });
  const sever = () => {
    cut = true;
  };
  return { opened, records, sever };
}

async function host(run: Run, options: HostOptions = {}): Promise<Host> {
  const { opened, records, sever } = client(run, options);
  const session = await opened.open();
  if (!session.ok) throw new Failed(`the host library got no session: ${session.failure.message}`);
  return { session: session.value, records, cut: sever };
}

async function call({ session }: Host, { tool, arguments: args }: ToolStimulus): Promise<boolean> {
  let ran = false;
  const command = typeof args.command === "string" ? { rawCommand: args.command } : {};
  await session.toolCall({ tool, arguments: args as Record<string, never>, ...command }, async () => {
    ran = true;
    return "done";
  });
  return ran;
}

const stimulus = (run: Run, disposition: "allow" | "deny"): ToolStimulus => {
  run.call(disposition);
  return run.target.stimuli[disposition] as ToolStimulus;
};

export const HONOURING: { readonly [name: string]: Check } = {
  "honour.wait": async (run) => {
    const agent = await host(run);
    run.holds(await call(agent, stimulus(run, "allow")), "an allowed call did not run");
    const decided = agent.records.findIndex(({ kind }) => kind === "decided");
    const executed = agent.records.findIndex(({ kind }) => kind === "tool_executed");
    run.holds(decided !== -1 && decided < executed, "the call ran before it was decided");
  },
  "honour.deny": async (run) => {
    const agent = await host(run);
    run.holds(!(await call(agent, stimulus(run, "deny"))), "a denied call ran");
  },
  "honour.failure": async (run) => {
    const agent = await host(run);
    agent.cut();
    run.holds(!(await call(agent, stimulus(run, "allow"))), "under the posture deny a call ran without a decision");
    const applied = agent.records.find(({ kind }) => kind === "posture_applied");
    run.holds(applied !== undefined, "that there was no decision is recorded nowhere");
  },
  "honour.startup": async (run) => {
    const { opened, records } = client(run, { isCut: true });
    const session = await opened.open();
    run.holds(!session.ok, "there is a session without a handshake");
    run.holds(
      records.some(({ kind }) => kind === "session_refused"),
      "that the handshake failed is recorded nowhere",
    );
  },
};
