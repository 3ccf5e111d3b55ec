/** The demo's Observed Agent: a process of its own that knows a Guardian only by its address and its own key. */
import { parseArgs } from "node:util";
import { createGuardianClient } from "../host/client";
import { credentialsSchema, type DemoEvent } from "./demo/events";
import { eventOf } from "./demo/records";
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
  const client = createGuardianClient({
    url,
    ...credentials,
    onRecord: (record) => {
      const event = eventOf(record);
      if (event !== null) emit(event);
    },
  });
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

process.exitCode = await main();
