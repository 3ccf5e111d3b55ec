/** What a command has of the process that runs it, so that tests can run it without one. */
import type { Readable, Writable } from "node:stream";

export interface CommandIo {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls back when the process is asked to stop. */
  readonly onStop: (stop: () => void) => void;
}
