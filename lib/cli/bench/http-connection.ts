/** One keep-alive HTTP/1.1 connection that sends prepared bytes: as little client as possible, the same for every server. */
import { connect, type Socket } from "node:net";

const HEADER_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

export interface HttpConnection {
  /** Resolves to status line, headers and body; one request at a time. */
  request(bytes: Buffer): Promise<Buffer>;
  close(): void;
}

export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = await connected(port);
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve: (answer: Buffer) => void; reject: (error: Error) => void } | null = null;
  const fail = (error: Error): void => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (!isComplete(received)) return;
    const answer = received;
    received = Buffer.alloc(0);
    const { resolve } = waiting ?? { resolve: () => undefined };
    waiting = null;
    resolve(answer);
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed the connection")));
  return {
    request: (bytes) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error("the server closed the connection"));
        waiting = { resolve, reject };
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Whether a whole response has arrived: by content-length, or by the last chunk. */
export function isComplete(received: Buffer): boolean {
  const headerEnd = received.indexOf(HEADER_END);
  if (headerEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString("latin1", 0, headerEnd));
  if (length) return received.length >= headerEnd + HEADER_END.length + Number(length[1]);
  return received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}

/** A POST /acs of JSON text as bytes on the wire. */
export function postBytes(port: number, json: string): Buffer {
  const head = `POST /acs HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n`;
  return Buffer.from(`${head}content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`);
}
