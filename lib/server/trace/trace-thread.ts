/** The trace thread: reads, redacts, maps and sends, so that none of it takes time from a decision. */
import { parentPort, workerData } from "node:worker_threads";
import { createEmitter } from "./emitter";
import type { FromThread, ToThread } from "./messages";
import type { TraceSettings } from "./settings";

const STATUS_MS = 250;

const port = parentPort;
if (!port) throw new Error("the trace thread is started by the Guardian");
const emitter = createEmitter(workerData as TraceSettings);
const say = (message: FromThread): void => port.postMessage(message);
let told = "";
const tellStatus = (): void => {
  const sinks = emitter.status();
  const text = JSON.stringify(sinks);
  if (text === told) return;
  told = text;
  say({ kind: "status", sinks });
};
const timer = setInterval(tellStatus, STATUS_MS);

port.on("message", (message: ToThread) => {
  if (message.kind === "records") {
    for (const record of message.records) emitter.take(record);
    say({ kind: "taken" });
    return;
  }
  clearInterval(timer);
  void emitter.close(message.ms).then(() => {
    tellStatus();
    say({ kind: "closed" });
    port.close();
  });
});
