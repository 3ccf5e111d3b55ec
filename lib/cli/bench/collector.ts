/** A trace collector beside the load: it takes what comes, or it never answers. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Runs `work` with the address of a collector that is up as long as it runs. */
export async function withCollector<T>(mode: "takes" | "hangs", work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    request.resume();
    if (mode === "takes") request.on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
