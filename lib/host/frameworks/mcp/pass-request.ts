/** A request from one side to the other: judged under an id of ours, then handed on, or answered with its denial. */
import { withMember } from "../../../core/json/build";
import type { JsonObject } from "../../../core/json/value";
import { CONNECTION_CLOSED, type Denial, denialAnswer, NOT_CARRIED, ownDenial } from "./denial";
import { errorResponse, type Incoming } from "./message";
import { type Asked, isCancelled } from "./outstanding";
import { askGuardian, note } from "./question";
import { otherSide, type Passage, type Side } from "./side";
import { heldBack } from "./watch";

export type Request = Extract<Incoming, { kind: "request" }>;

/** Resolves when the request has gone on, or was refused; never rejects. True when it has gone on. */
export async function passRequest(passage: Passage, from: Side, request: Request): Promise<boolean> {
  const { id, method, params } = request;
  const fact = { from: from.name, method, part: "request" } as const;
  if (!from.may.requests.has(method)) {
    note(passage, { kind: "denied", ...fact, detail: "not a request of this side" });
    const message = `Blocked: the proxy carries no such request (${method.slice(0, 100)}).`;
    await from.send(errorResponse(id, { code: NOT_CARRIED, message })).catch(() => undefined);
    return false;
  }
  const asked = from.asked.add({ originId: id, ownId: passage.nextId(), method, params });
  if (asked === null) {
    // An error under this id would answer the request that already has it.
    note(passage, { kind: "dropped", ...fact, detail: "its id is in use, or too many are open" });
    return false;
  }
  const turn = from.turns.take();
  try {
    const message = withMember(request.message, "id", asked.ownId);
    const waiter = { side: from, asked };
    const judged = await askGuardian(passage, turn, { from, part: "request", method, message, waiter });
    await turn.ready;
    const look = (edited: JsonObject) => passage.watch.request(from, method, edited);
    const released = await heldBack(turn, judged, look);
    const refusal = released.kind === "denied" ? released.denial : isCancelled(asked) ? CANCELLED : null;
    if (refusal !== null || released.kind === "denied") {
      // The Guardian counts the call as released: it hears that nothing ran.
      const countsAsReleased = judged.kind === "released" || judged.denial.kind === "modification_refused";
      await refuse(passage, { from, asked, denial: refusal ?? CANCELLED, countsAsReleased });
      return false;
    }
    asked.state = "forwarded";
    note(passage, { kind: "passed", ...fact });
    // Not awaited: over HTTP this may last as long as the request itself.
    otherSide(passage, from)
      .send(released.message)
      .catch(() => unreachable(passage, from, asked));
    return true;
  } finally {
    turn.leave();
  }
}

const CANCELLED = ownDenial("cancelled", "cancelled by the sender.");

interface Refusal {
  readonly from: Side;
  readonly asked: Asked;
  readonly denial: Denial;
  readonly countsAsReleased: boolean;
}

async function refuse(passage: Passage, { from, asked, denial, countsAsReleased }: Refusal): Promise<void> {
  const fact = { from: from.name, method: asked.method, part: "request" } as const;
  from.asked.remove(asked);
  note(passage, { kind: isCancelled(asked) ? "dropped" : "denied", ...fact, detail: denial.text });
  if (!isCancelled(asked)) await from.send(denialAnswer(asked, denial)).catch(() => undefined);
  if (countsAsReleased) await closeUnanswered(passage, asked);
}

async function unreachable(passage: Passage, from: Side, asked: Asked): Promise<void> {
  if (from.asked.answeredBy(asked.ownId) === null) return;
  from.asked.remove(asked);
  await closeUnanswered(passage, asked);
  const to = otherSide(passage, from).name;
  const message = `The MCP ${to} could not be reached.`;
  await from.send(errorResponse(asked.originId, { code: CONNECTION_CLOSED, message })).catch(() => undefined);
}

/** A released tools/call that will have no answer gets one for the Guardian, so that no step stays half done. */
export async function closeUnanswered(passage: Passage, asked: Asked): Promise<void> {
  if (asked.method !== "tools/call") return;
  const message = errorResponse(asked.ownId, { code: CONNECTION_CLOSED, message: "The call was not answered." });
  await passage.judge({ method: asked.method, message });
}
