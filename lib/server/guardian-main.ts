/** The Guardian process: the listener, and the sweep that ends idle sessions. It renders no pages. */
import { closeIdle } from "../guardian/approvals/close-session";
import { container } from "./container";
import { environment } from "./env";
import { listen } from "./listener";
import { TENANT } from "./people";
import { publishedKeys } from "./published-keys";
import { stopWith } from "./stop-with";

const IDLE_SWEEP_MS = 20_000;

async function main(): Promise<void> {
  const env = environment();
  const { guardian, deps, keyring, close } = await container();
  const policy = await guardian.warm(TENANT);
  if (!policy.ok) throw new Error(`The active policy bundle does not load: ${policy.failure.message}`);
  const listener = await listen({
    guardian,
    host: env.guardianHost,
    port: env.guardianPort,
    maxBytes: deps.limits.maxBytes,
    publishedKeys: () => publishedKeys(keyring),
  });
  const sweep = setInterval(() => {
    closeIdle(deps).catch((error: unknown) => deps.log("idle sweep failed", { error: String(error) }));
  }, IDLE_SWEEP_MS);
  process.send?.({ ready: listener.url });
  if (!process.send) console.log(`Guardian at ${listener.url}/acs`);
  stopWith(async () => {
    clearInterval(sweep);
    await listener.close();
    await close();
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
