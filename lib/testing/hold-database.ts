/** A process of its own that starts the database of a folder, says so, and holds it until it is killed. */
import { startEmbedded } from "../storage/postgres";

async function main(dir: string): Promise<void> {
  const server = await startEmbedded({ dir });
  process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid })}\n`);
  setInterval(() => undefined, 60_000);
}

main(process.argv[2] ?? "").catch((error: Error) => {
  process.stderr.write(error.message);
  process.exitCode = 1;
});
