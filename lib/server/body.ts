/** Reads a request body up to a limit. What is beyond it is drained, not kept, so that the refusal reaches the sender. */
import type { IncomingMessage } from "node:http";

const DRAIN_BYTES = 64 * 1024 * 1024;

/** At most `limit` + 1 bytes: one more than allowed says that the body was too large. Null when the sender went away. */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let kept = 0;
    let seen = 0;
    request.on("data", (chunk: Buffer) => {
      seen += chunk.length;
      if (kept <= limit) {
        const part = chunk.subarray(0, limit + 1 - kept);
        chunks.push(part);
        kept += part.length;
      }
      if (seen > DRAIN_BYTES) request.destroy();
    });
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", () => resolve(null));
    request.on("close", () => resolve(null));
  });
}
