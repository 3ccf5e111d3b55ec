/** The full demo's Observed Agent: a process of its own that signs with its ML-DSA-65 key and reports every hook there is. */
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { fromBase64Strict } from "../core/encoding";
import { EVALUATED_METHODS } from "../core/wire/hooks/registry";
import { PROFILES } from "../core/wire/profiles";
import { createGuardianClient, type GuardianClient } from "../host/client";
import { orThrow } from "../host/failures";
import type { OpenOptions } from "../host/options";
import { createSigner } from "../host/signers";
import type { DemoEvent } from "./demo/events";
import { MCP_METHODS, MCP_VERSION } from "./demo/full/acts/mcp";
import { INTENT, intentOf } from "./demo/full/acts/opening";
import { ALGORITHM, type FullCredentials, fullCredentialsSchema } from "./demo/full/setup";
import { Answers, Stage } from "./demo/full/stage";
import { playFullStory } from "./demo/full/story";
import { eventOf } from "./demo/records";
import { readPrivate } from "./private-file";

const emit = (event: DemoEvent): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

const OPEN: OpenOptions = {
  platform: "guardian-demo",
  environment: "development",
  userContext: { user_id: "customer:cust_1042", roles: ["customer"] },
  methods: [...EVALUATED_METHODS, ...MCP_METHODS],
  profiles: PROFILES,
  provenanceProducer: "deterministic",
  wrappedProtocols: [{ protocol: "MCP", version: MCP_VERSION }],
};

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { credentials: { type: "string" }, guardian: { type: "string" } } });
  const file = values.credentials;
  const credentials = file === undefined ? null : readPrivate(file, fullCredentialsSchema);
  if (credentials === null || values.guardian === undefined) {
    process.stderr.write("demo-full-agent --credentials FILE --guardian URL\n");
    return 2;
  }
  const answers = new Answers();
  const client = await connect(credentials, values.guardian, answers);
  const faults = await playSession(client, answers).catch((failure: Error) => [failure.message]);
  emit({ event: "story", round: 1, faults: [...faults] });
  return faults.length === 0 ? 0 : 1;
}

async function connect(credentials: FullCredentials, url: string, answers: Answers): Promise<GuardianClient> {
  const { agentId, keyId } = credentials;
  const privateKey = fromBase64Strict(credentials.privateKey) ?? new Uint8Array();
  return createGuardianClient({
    url,
    agentId,
    keyId,
    signer: await createSigner({ algorithm: ALGORITHM, privateKey }),
    guardianKeys: { fetchFrom: new URL("/.well-known/guardian-keys.json", url).href },
    onRecord: (record) => {
      answers.hear(record);
      const event = eventOf(record);
      if (event !== null) emit(event);
    },
  });
}

async function playSession(client: GuardianClient, answers: Answers): Promise<readonly string[]> {
  const open = async (options: OpenOptions) =>
    new Stage({ session: orThrow(await client.open({ ...OPEN, ...options })), answers, emit });
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const stage = await open({ sessionStart: { intent: intentOf(INTENT) } });
  const faults = await playFullStory({
    stage,
    openChild: (sessionId) => open({ sessionId }),
    banned: async () => void (await lines.next()),
  });
  emit({ event: "ends" });
  const told = await stage.session.end("completed");
  emit({ event: "ended", told });
  process.stdin.destroy();
  return told ? faults : [...faults, "The end of the session was not acknowledged."];
}

process.exitCode = await main();
