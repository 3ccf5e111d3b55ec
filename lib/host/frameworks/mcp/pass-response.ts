/** An answer from one side to the other: judged under the method of its request, then handed on under the asker's own id. */
import { withMember } from "../../../core/json/build";
import { denialAnswer } from "./denial";
import type { Incoming } from "./message";
import { isCancelled } from "./outstanding";
import { askGuardian, note } from "./question";
import { otherSide, type Passage, type Side } from "./side";
import { heldBack } from "./watch";

export type Response = Extract<Incoming, { kind: "response" }>;

/** Never rejects. An answer to nothing that was asked, and a second answer, are dropped unjudged. */
export async function passResponse(passage: Passage, from: Side, response: Response): Promise<void> {
  const to = otherSide(passage, from);
  const asked = to.asked.answeredBy(response.id);
  if (asked === null) {
    note(passage, { kind: "dropped", from: from.name, method: "", part: "answer", detail: "answers nothing" });
    return;
  }
  const { method, message } = { method: asked.method, message: response.message };
  const fact = { from: from.name, method, part: "answer" } as const;
  // What the proxy itself asked goes nowhere, so it needs no turn; and a turn could wait for this very answer.
  if (asked.deliver) {
    to.asked.remove(asked);
    return asked.deliver(await passage.judge({ method, message }));
  }
  const turn = from.turns.take();
  try {
    const waiter = { side: to, asked };
    const judged = await askGuardian(passage, turn, { from, part: "answer", method, message, waiter });
    await turn.ready;
    const released = await heldBack(turn, judged, (edited) => passage.watch.answer(from, method, edited));
    to.asked.remove(asked);
    if (isCancelled(asked)) return note(passage, { kind: "dropped", ...fact, detail: "its request was cancelled" });
    if (released.kind === "denied") {
      note(passage, { kind: "denied", ...fact, detail: released.denial.text });
      await to.send(denialAnswer(asked, released.denial)).catch(() => undefined);
      return;
    }
    note(passage, { kind: "passed", ...fact });
    await to.send(withMember(released.message, "id", asked.originId)).catch(() => undefined);
  } finally {
    turn.leave();
  }
}
