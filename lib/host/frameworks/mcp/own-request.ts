/** A request of the proxy's own to the server: put before the Guardian like any other, and its answer goes nowhere else. */
import { fromPlainObject } from "../../../core/json/build";
import type { JsonObject } from "../../../core/json/value";
import type { Judgement } from "./judge";
import type { Passage } from "./side";

export interface OwnRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly timeoutMs: number;
}

/** The released answer; null when request or answer were denied, or none came in time. Never rejects. */
export async function askServer(passage: Passage, request: OwnRequest): Promise<JsonObject | null> {
  const { method, params } = request;
  const ownId = passage.nextId();
  const message = fromPlainObject({ jsonrpc: "2.0", id: ownId, method, params });
  const judged = await passage.judge({ method, message });
  if (judged.kind === "denied") return null;
  const answer = await new Promise<Judgement | null>((resolve) => {
    const { asked } = passage.client;
    const mine = asked.add({ originId: ownId, ownId, method, params, deliver: resolve });
    if (mine === null) return resolve(null);
    mine.state = "forwarded";
    const giveUp = () => {
      asked.remove(mine);
      resolve(null);
    };
    setTimeout(giveUp, request.timeoutMs).unref?.();
    passage.server.send(judged.message).catch(giveUp);
  });
  return answer?.kind === "released" ? answer.message : null;
}
