/** The Guardian process: the listener, or with `--stdio` the standard streams, and the sweep that ends idle sessions. */
import { closeIdle } from "../guardian/approvals/close-session";
import { type Container, container } from "./container";
import { environment } from "./env";
import { listen } from "./listener";
import { TENANT } from "./people";
import { publishedKeys } from "./published-keys";
import { runningDatabase } from "./running-database";
import { serveStdio } from "./stdio";
import { stopWith } from "./stop-with";

const IDLE_SWEEP_MS = 20_000;

async function overHttp(): Promise<void> {
  const env = environment();
  const ready = await container();
  await warm(ready);
  const { guardian, deps, keyring, close } = ready;
  const listener = await listen({
    guardian,
    host: env.guardianHost,
    port: env.guardianPort,
    maxBytes: deps.limits.maxBytes,
    publishedKeys: () => publishedKeys(keyring),
    traceStatus: () => ready.trace?.status() ?? { sinks: [] },
  });
  const sweep = sweepIdle(ready);
  process.send?.({ ready: listener.url });
  if (!process.send) console.log(`Guardian at ${listener.url}/acs`);
  stopWith(async () => {
    clearInterval(sweep);
    await listener.close();
    await close();
  });
}

/** Ends when its input does. The output belongs to the frames: whatever else is printed goes to standard error. */
async function overStdio(): Promise<void> {
  const { stdin: input, stdout: output } = process;
  const frames = output.write.bind(output);
  output.write = process.stderr.write.bind(process.stderr);
  process.env.DATABASE_URL ||= runningDatabase(environment().dataDir) ?? "";
  const ready = await container({ transports: ["stdio"] });
  await warm(ready);
  const sweep = sweepIdle(ready);
  const stopped = new AbortController();
  const served = serveStdio({ ...ready, input, output: { on: output.on.bind(output), write: frames } }, stopped.signal);
  const finished = served.finally(async () => {
    clearInterval(sweep);
    await ready.close();
  });
  stopWith(async () => {
    stopped.abort();
    await finished;
  });
  const { isClean } = await finished;
  process.exit(isClean ? 0 : 1);
}

async function warm({ guardian }: Container): Promise<void> {
  const policy = await guardian.warm(TENANT);
  if (!policy.ok) throw new Error(`The active policy bundle does not load: ${policy.failure.message}`);
}

const sweepIdle = ({ deps }: Container): NodeJS.Timeout =>
  setInterval(() => {
    closeIdle(deps).catch((error: unknown) => deps.log("idle sweep failed", { error: String(error) }));
  }, IDLE_SWEEP_MS);

const main = (args: readonly string[]): Promise<void> => {
  const unknown = args.find((arg) => arg !== "--stdio");
  if (unknown !== undefined) throw new Error(`There is no argument ${unknown}; --stdio serves the standard streams.`);
  return args.includes("--stdio") ? overStdio() : overHttp();
};

Promise.resolve(process.argv.slice(2))
  .then(main)
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
