/** The product as `npm start` runs it, on ports and in a folder of its own, for tests that drive it from outside. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { projectRoot } from "./sources";

export interface ProductPlace {
  readonly dataDir: string;
  readonly consolePort: number;
  readonly guardianPort: number;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Product {
  readonly consoleUrl: string;
  /** Where agents send their messages. */
  readonly acsUrl: string;
  readonly process: ChildProcess;
  /** Everything printed so far. */
  log(): string;
  /** Asks it to stop as Ctrl-C would; resolves to the exit code. */
  stop(): Promise<number | null>;
}

const READY_WITHIN_MS = 90_000;

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  return address.port;
}

/** Starts it and waits until both planes answer; throws with what it printed when it ends or stays silent. */
export async function startProduct(place: ProductPlace): Promise<Product> {
  const product = launch(place);
  const urls = [`${product.consoleUrl}/health`, product.acsUrl.replace("/acs", "/health")];
  try {
    for (const url of urls) await untilHealthy(url, product);
  } catch (error) {
    product.process.kill("SIGKILL");
    throw error;
  }
  return product;
}

function launch(place: ProductPlace): Product {
  const consoleUrl = `http://localhost:${place.consolePort}`;
  const loader = pathToFileURL(path.join(projectRoot, "node_modules/tsx/dist/loader.mjs")).href;
  const child = spawn(process.execPath, ["--import", loader, path.join(projectRoot, "lib/server/start.ts")], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      DATA_DIR: place.dataDir,
      PORT: String(place.consolePort),
      GUARDIAN_PORT: String(place.guardianPort),
      CONSOLE_URL: consoleUrl,
      NEXTAUTH_URL: consoleUrl,
      ...place.env,
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, "exit");
  return {
    consoleUrl,
    acsUrl: `http://127.0.0.1:${place.guardianPort}/acs`,
    process: child,
    log: () => printed,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await ended;
      }
      return child.exitCode;
    },
  };
}

async function untilHealthy(url: string, product: Product): Promise<void> {
  const tries = READY_WITHIN_MS / 100;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (product.process.exitCode !== null || product.process.signalCode !== null) break;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer. The product printed:\n${product.log()}`);
}
