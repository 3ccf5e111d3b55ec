/** A Guardian on the standard streams of a child process, and the agent's end of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { FrameReader, frame } from "../server/frames";
import type { GuardianPlace } from "./guardian-process";
import { projectRoot } from "./sources";

export interface StdioProcess {
  /** Bytes as they are, in one write. */
  write(bytes: Uint8Array): void;
  send(message: Uint8Array): void;
  /** The next answer, in the order in which they leave; rejects when the output ends or is no frame. */
  next(): Promise<Uint8Array>;
  /** Closes the input. Resolves when the process is gone. */
  end(): Promise<{ readonly code: number | null; readonly errors: string }>;
}

export function startStdio(place: GuardianPlace): StdioProcess {
  const loader = pathToFileURL(path.join(projectRoot, "node_modules/tsx/dist/loader.mjs")).href;
  const main = path.join(projectRoot, "lib/server/guardian-main.ts");
  const child = spawn(process.execPath, ["--import", loader, main, "--stdio"], {
    cwd: projectRoot,
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: place.databaseUrl,
      DATA_DIR: place.dataDir,
      MASTER_KEY: place.master.toString("base64"),
    },
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = once(child, "exit");
  const answers = answersOf(child.stdout);
  return {
    write: (bytes) => void child.stdin.write(bytes),
    send: (message) => void child.stdin.write(frame(message)),
    next: async () => {
      const answer = await answers.next();
      if (answer.done) throw new Error(`the output ended\n${errors}`);
      return answer.value;
    },
    end: async () => {
      child.stdin.end();
      await ended;
      return { code: child.exitCode, errors };
    },
  };
}

async function* answersOf(output: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = new FrameReader({ maxBytes: 4 * 1024 * 1024 });
  for await (const chunk of output) {
    for (const one of reader.read(chunk)) {
      if (one.kind === "broken") throw new Error(`not a frame: ${one.why}`);
      yield one.bytes;
    }
  }
}
