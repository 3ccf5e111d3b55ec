/** A notification from one side to the other: handed on when the Guardian lets it, dropped when not. */
import { withMember } from "../../../core/json/build";
import type { JsonObject } from "../../../core/json/value";
import { type Incoming, progressTokenOf, type RequestId } from "./message";
import type { Asked } from "./outstanding";
import { askGuardian, note } from "./question";
import { otherSide, type Passage, type Side } from "./side";
import { heldBack } from "./watch";

export type Notification = Extract<Incoming, { kind: "notification" }>;

/** Never rejects. */
export async function passNotification(passage: Passage, from: Side, notification: Notification): Promise<void> {
  const { method } = notification;
  const to = otherSide(passage, from);
  const fact = { from: from.name, method, part: "notification" } as const;
  const drop = (detail: string) => note(passage, { kind: "dropped", ...fact, detail });
  if (!from.may.notifications.has(method)) return drop("not a notification of this side");
  const about = aboutOf({ from, to }, notification);
  if (about === null) return drop("is about no open request");
  const turn = from.turns.take();
  try {
    const judged = await askGuardian(passage, turn, { from, part: "notification", method, message: about.message });
    await turn.ready;
    const released = await heldBack(turn, judged, () => passage.watch.notification(from, method));
    if (released.kind === "denied") return note(passage, { kind: "denied", ...fact, detail: released.denial.text });
    if (about.cancels) {
      about.cancels.cancelling.abort();
      // It never got there: not running it is all that there is to cancel.
      if (about.cancels.state !== "forwarded") return drop("cancelled before it went on");
    }
    note(passage, { kind: "passed", ...fact });
    const sent = to.send(released.message, about.relatedTo).catch(() => undefined);
    // What floods in towards the client goes out no faster than the client reads.
    if (to.name === "client") await sent;
    passage.watch.notified(from, method);
  } finally {
    turn.leave();
  }
}

interface About {
  /** Under the ids that the receiver knows. */
  readonly message: JsonObject;
  readonly cancels?: Asked;
  readonly relatedTo?: RequestId;
}

/** Null when it names a request that is not open. */
function aboutOf({ from, to }: { readonly from: Side; readonly to: Side }, notification: Notification): About | null {
  const { method, params, message } = notification;
  if (method === "notifications/cancelled") {
    const { requestId } = params;
    const asked =
      typeof requestId === "string" || typeof requestId === "number" ? from.asked.ofOrigin(requestId) : null;
    if (asked === null || asked.method === "initialize") return null;
    return { message: withMember(message, "params", withMember(params, "requestId", asked.ownId)), cancels: asked };
  }
  if (method === "notifications/progress") {
    const token = progressTokenOf({ _meta: { progressToken: params.progressToken ?? null } });
    const asked = token === null ? null : to.asked.withToken(token);
    return asked?.state === "forwarded" ? { message, relatedTo: asked.originId } : null;
  }
  return { message };
}
