/** The requests that one side has made and that are not answered yet. Each side's ids are its own: the other sees only ours. */
import type { JsonObject } from "../../../core/json/value";
import type { Judgement } from "./judge";
import { progressTokenOf, type RequestId } from "./message";

export interface Asked {
  readonly originId: RequestId;
  /** What the other side and the Guardian see. */
  readonly ownId: number;
  readonly method: string;
  readonly params: JsonObject;
  readonly token: RequestId | null;
  /** For the proxy's own requests: takes the judged answer, which nobody else gets. */
  readonly deliver?: (answer: Judgement) => void;
  state: "judged" | "forwarded" | "answered";
  /** Aborted when its sender wants it no more. */
  readonly cancelling: AbortController;
}

export const isCancelled = ({ cancelling }: Asked): boolean => cancelling.signal.aborted;

/** More than any client has open; less than what a hostile server could make us keep. */
const MOST = 2_000;
/** Own requests have ids of their own, so that no id of the side's can name them. */
const OWN = "own";

export class Outstanding {
  readonly #byOwn = new Map<number, Asked>();
  readonly #byOrigin = new Map<string, Asked>();

  /** Null for an id that is in use, and when there are too many. */
  add(input: Pick<Asked, "originId" | "ownId" | "method" | "params" | "deliver">): Asked | null {
    const key = keyOf(input);
    if (this.#byOrigin.has(key)) return null;
    if (this.#byOrigin.size >= MOST) {
      // Whoever cancels is owed no answer, so these could stay for ever.
      const idle = this.all().find((asked) => isCancelled(asked) && asked.state === "forwarded");
      if (!idle) return null;
      this.remove(idle);
    }
    const asked: Asked = {
      ...input,
      token: progressTokenOf(input.params),
      state: "judged",
      cancelling: new AbortController(),
    };
    this.#byOwn.set(input.ownId, asked);
    this.#byOrigin.set(key, asked);
    return asked;
  }

  /** The forwarded request that an answer with this id belongs to; a second answer belongs to none. */
  answeredBy(id: RequestId): Asked | null {
    const asked = typeof id === "number" ? this.#byOwn.get(id) : undefined;
    if (asked?.state !== "forwarded") return null;
    asked.state = "answered";
    return asked;
  }

  ofOrigin(id: RequestId): Asked | null {
    return this.#byOrigin.get(`${typeof id} ${id}`) ?? null;
  }

  withToken(token: RequestId): Asked | null {
    return this.all().find((asked) => asked.token === token && !isCancelled(asked)) ?? null;
  }

  remove(asked: Asked): void {
    this.#byOwn.delete(asked.ownId);
    this.#byOrigin.delete(keyOf(asked));
  }

  all(): readonly Asked[] {
    return [...this.#byOwn.values()];
  }
}

const keyOf = ({ originId, deliver }: Pick<Asked, "originId" | "deliver">): string =>
  `${deliver ? OWN : typeof originId} ${originId}`;
