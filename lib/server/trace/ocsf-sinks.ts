/** OCSF events out: JSON lines to a file, by HTTP POST, or as RFC 5424 messages to syslog. */
import { type FileHandle, open, stat } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { canonicalText } from "../../core/json/canonical";
import { eventsOf } from "../../core/trace/ocsf";
import type { TraceOptions } from "../../core/trace/otel";
import type { TraceRecord } from "../../core/trace/record";
import { type Sink, within } from "./sink";

const TIMEOUT_MS = 10_000;

export const ocsfLines = (records: readonly TraceRecord[], options: TraceOptions): readonly string[] =>
  records.flatMap((record) => eventsOf(record, options).map((event) => canonicalText(event)));

/** Appended, for its owner alone; opened again after a failure, and when its place was taken by a rotation. */
export function ocsfFile(path: string, options: TraceOptions): Sink {
  let file: FileHandle | null = null;
  const forget = async (): Promise<void> => {
    const old = file;
    file = null;
    await old?.close().catch(() => undefined);
  };
  return {
    name: "ocsf-file",
    async send(records) {
      try {
        if (file && !(await standsAt(path, file))) await forget();
        file ??= await open(path, "a", 0o600);
        await within(TIMEOUT_MS, file.appendFile(`${ocsfLines(records, options).join("\n")}\n`));
      } catch (error) {
        await forget();
        throw error;
      }
    },
    close: () => void forget(),
  };
}

/** False once a rotation moved the file away. */
async function standsAt(path: string, file: FileHandle): Promise<boolean> {
  const there = await stat(path).catch(() => null);
  const own = await file.stat();
  return there !== null && there.ino === own.ino && there.dev === own.dev;
}

/** One request a batch, `application/x-ndjson`; every status of the 200s is arrival. */
export function ocsfHttp(url: string, options: TraceOptions & { readonly timeoutMs?: number }): Sink {
  const client = url.startsWith("https:") ? https : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: 1 });
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  return {
    name: "ocsf-http",
    send(records) {
      const body = `${ocsfLines(records, options).join("\n")}\n`;
      return new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(timeoutMs);
        const headers = { "content-type": "application/x-ndjson", "content-length": Buffer.byteLength(body) };
        const request = client.request(url, { method: "POST", agent, headers, signal }, (response) => {
          const { statusCode = 0 } = response;
          const isIn = statusCode >= 200 && statusCode < 300;
          response.on("error", reject);
          response.on("end", () => (isIn ? resolve() : reject(new Error(`status ${statusCode}`))));
          response.resume();
        });
        request.on("error", reject);
        request.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
