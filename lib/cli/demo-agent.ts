/** The demo's Observed Agent: a process of its own that knows a Guardian only by its address and its own key. */
import { parseArgs } from "node:util";
import { createGuardianClient } from "../host/client";
import type { HostRecord } from "../host/records";
import { credentialsSchema, type DemoEvent } from "./demo/events";
import { playStory } from "./demo/story";
import { readPrivate } from "./private-file";

const emit = (event: DemoEvent): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      credentials: { type: "string" },
      guardian: { type: "string" },
      rounds: { type: "string", default: "1" },
    },
  });
  const credentials = values.credentials === undefined ? null : readPrivate(values.credentials, credentialsSchema);
  const rounds = Number(values.rounds);
  if (credentials === null || values.guardian === undefined || !Number.isInteger(rounds) || rounds < 1) {
    process.stderr.write("demo-agent --credentials FILE --guardian URL [--rounds N]\n");
    return 2;
  }
  const { guardian: url } = values;
  const client = createGuardianClient({ url, ...credentials, onRecord });
  let held = true;
  for (let round = 1; round <= rounds; round += 1) {
    held = (await playRound(client, round)) && held;
  }
  return held ? 0 : 1;
}

async function playRound(client: ReturnType<typeof createGuardianClient>, round: number): Promise<boolean> {
  const opened = await client.open({
    platform: "guardian-demo",
    environment: "development",
    userContext: { user_id: "customer:cust_1042", roles: ["customer"] },
  });
  if (!opened.ok) {
    const { reason, message, code } = opened.failure;
    emit({ event: "refused", reason, message, code });
    emit({ event: "story", round, faults: [`No session: ${message}`] });
    return false;
  }
  const session = opened.value;
  const faults = await playStory(session, emit);
  emit({ event: "ends" });
  const told = await session.end("completed");
  emit({ event: "ended", told });
  const all = told ? faults : [...faults, "The end of the session was not acknowledged."];
  emit({ event: "story", round, faults: [...all] });
  return all.length === 0;
}

function onRecord(record: HostRecord): void {
  const event = eventOf(record);
  if (event !== null) emit(event);
}

function eventOf(record: HostRecord): DemoEvent | null {
  switch (record.kind) {
    case "session_opened":
      return { event: "opened", session_id: record.sessionId, posture: record.posture };
    case "decided":
      return record.chainHash === null ? null : acknowledged(record, record.chainHash);
    case "approval_state":
      return { event: "approval", approval_id: record.approvalId, state: record.state };
    case "result_delivered":
      return { event: "reported", request_id: record.step.requestId, result_request_id: record.resultRequestId };
    case "tool_executed":
      return {
        event: "executed",
        session_id: record.sessionId,
        request_id: record.step.requestId,
        exit_status: record.exitStatus,
      };
    case "no_decision":
      return { event: "no_decision", method: record.step.method, cause: record.cause, detail: record.detail };
    case "answer_recovered":
      return { event: "recovered", method: record.step.method, request_id: record.step.requestId };
    default:
      return null;
  }
}

function acknowledged(record: HostRecord & { kind: "decided" }, chainHash: string): DemoEvent {
  return {
    event: "acknowledged",
    session_id: record.sessionId,
    method: record.step.method,
    request_id: record.step.requestId,
    decision: record.decision,
    chain_hash: chainHash,
    approval_id: record.approvalId,
    reason_codes: [...record.reasonCodes],
  };
}

process.exitCode = await main();
