/** Puts one message of a side before the Guardian: bounded, announced while it waits, and kept alive for whoever asked. */
import { fromPlainObject } from "../../../core/json/build";
import type { JsonObject } from "../../../core/json/value";
import { GUARDIAN_SILENT, ownDenial } from "./denial";
import { denied, type Judgement } from "./judge";
import type { Asked } from "./outstanding";
import type { Passage, ProxyEvent, Side } from "./side";
import type { Turn } from "./turns";

export interface SideQuestion {
  readonly from: Side;
  readonly part: "request" | "answer" | "notification";
  readonly method: string;
  readonly message: JsonObject;
  /** Who hears of the waiting: the side that made the request, under its token. */
  readonly waiter?: { readonly side: Side; readonly asked: Asked };
}

/** Never rejects. While people are waited for, the messages behind this one go ahead. */
export async function askGuardian(passage: Passage, turn: Turn, question: SideQuestion): Promise<Judgement> {
  const { from, method, message, part } = question;
  const slot = await from.slots.acquire();
  if (slot === null) return denied(ownDenial("too_many_messages", "too many messages at once.", GUARDIAN_SILENT));
  let stop = () => {};
  const judged = await passage.judge({
    method,
    message,
    signal: question.waiter?.asked.cancelling.signal,
    onWaiting: (text) => {
      note(passage, { kind: "waiting", from: from.name, method, part });
      turn.leave();
      slot.release();
      stop();
      stop = keepAlive(passage, question.waiter, text);
    },
  });
  stop();
  slot.release();
  return judged;
}

export const note = (passage: Passage, event: ProxyEvent): void => passage.event(event);

/** Below every number that the other side could begin with, so that progress never goes backwards. */
const STEP = 1e-6;

function keepAlive(passage: Passage, waiter: SideQuestion["waiter"], text: string | null): () => void {
  if (!waiter || waiter.asked.token === null) return () => {};
  const { side, asked } = waiter;
  let told = 0;
  const tell = () => {
    told += 1;
    const message = `Waiting for a person to decide${text ? `: ${text}` : ""}`;
    const params = { progressToken: asked.token, progress: told * STEP, message };
    const notification = { jsonrpc: "2.0", method: "notifications/progress", params };
    side.send(fromPlainObject(notification), asked.originId).catch(() => undefined);
  };
  tell();
  const timer = setInterval(tell, passage.aliveMs);
  return () => clearInterval(timer);
}
