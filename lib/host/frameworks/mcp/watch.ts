/** What the proxy's own reading of a released message adds: it can hold the message back, never let one through. */
import type { JsonObject } from "../../../core/json/value";
import { ownDenial } from "./denial";
import { denied, type Judgement } from "./judge";
import type { Turn } from "./turns";

/** The judgement, or the watch's denial. While the watch has to ask, the messages behind this one go ahead. */
export async function heldBack(
  turn: Turn,
  judged: Judgement,
  look: (message: JsonObject) => Promise<string | null> | null,
): Promise<Judgement> {
  if (judged.kind === "denied") return judged;
  const looking = look(judged.message);
  if (looking === null) return judged;
  turn.leave();
  const text = await looking;
  return text === null ? judged : denied(ownDenial("component_refused", text));
}
