/** The console process: the built Next app on a plain HTTP server. */
import http from "node:http";
import next from "next";
import { environment } from "./env";
import { stopWith } from "./stop-with";

async function main(): Promise<void> {
  const { consolePort } = environment();
  const hostname = process.env.CONSOLE_HOST ?? "localhost";
  const app = next({ dev: false, dir: process.cwd(), hostname, port: consolePort });
  await app.prepare();
  const handle = app.getRequestHandler();
  const server = http.createServer((request, response) => void handle(request, response));
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(consolePort, hostname, resolve);
  });
  process.send?.({ ready: `http://${hostname}:${consolePort}` });
  stopWith(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
