/** Stands between a client and PostgreSQL and cuts the connection around a COMMIT, where the outcome becomes unsure. */
import { connect, createServer, type Socket } from "node:net";

/** before: the COMMIT never reaches the server. after: it was carried out, and its confirmation is swallowed. */
export type Cut = "before" | "after";

export interface CommitProxy {
  /** The database's URL, through this proxy. */
  readonly url: string;
  /** Cuts the next COMMIT; with `thenRefuse`, no connection is possible afterwards. */
  cutNextCommit(cut: Cut, options?: { readonly thenRefuse?: boolean }): void;
  close(): Promise<void>;
}

const COMMIT = Buffer.from("COMMIT\0");

export async function commitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: { cut: Cut; thenRefuse: boolean } | null = null;
  let refusing = false;

  const server = createServer((client) => {
    if (refusing) return client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    let swallow = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.on("data", (chunk) => {
      if (armed && chunk.includes(COMMIT)) {
        refusing = armed.thenRefuse;
        swallow = true;
        const { cut } = armed;
        armed = null;
        if (cut === "before") return end();
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => (swallow ? end() : client.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === "object" && address ? address.port : 0);
  return {
    url: url.toString(),
    cutNextCommit: (cut, options) => {
      armed = { cut, thenRefuse: options?.thenRefuse ?? false };
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
