/** Ways to a Guardian: HTTP POST, and the standard streams of a child process. */
import type { StdioProcess } from "../../../testing/stdio-process";
import type { Target } from "../target";

/** Long enough for an answer under SLH-DSA. */
const PATIENCE_MS = 60_000;

export function overHttp(url: string): Target["post"] {
  return async (bytes) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: Buffer.from(bytes),
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return new Uint8Array(await response.arrayBuffer());
  };
}

/** One message at a time, so that each answer is the one to the message before it. */
export function overStdio(child: StdioProcess): Target["post"] {
  let last: Promise<unknown> = Promise.resolve();
  return (bytes) => {
    const answer = last.then(() => {
      child.send(bytes);
      return child.next();
    });
    last = answer.catch(() => undefined);
    return answer;
  };
}
