/** Offers one batch of records until it is answered or the attempts are used up. Records may be repeated: they count once. */
import { z } from "zod";
import { fromPlainObject } from "../../core/json/build";
import type { JsonObject } from "../../core/json/value";
import { RECORDS } from "../../core/wire/agent-hooks";
import { Lifetime, pause } from "../lifetime";
import { causeOf } from "./ask-guardian";
import type { GuardianLink } from "./guardian-link";

export interface SentRecords {
  /** How many the Guardian does not take. */
  readonly refused: number;
  /** Why it has none of them, or null. */
  readonly cause: string | null;
}

const TIMEOUT_MS = 10_000;

const answer = z.looseObject({ refused: z.array(z.unknown()) });

export async function sendRecords(
  { context: { exchange } }: GuardianLink,
  records: readonly JsonObject[],
  attempts: number,
): Promise<SentRecords> {
  // the last ones follow the end of the session
  const lifetime = new Lifetime();
  for (let attempt = 1; ; attempt += 1) {
    const { judged } = await exchange.send({
      method: RECORDS,
      payload: fromPlainObject({ records }),
      timeoutMs: TIMEOUT_MS,
      lifetime,
    });
    const read = judged.kind === "result" ? answer.safeParse(judged.result) : null;
    if (read?.success) return { refused: read.data.refused.length, cause: null };
    const cause = judged.kind === "result" ? "answer_invalid" : causeOf(judged);
    if (judged.kind === "error" || attempt >= attempts) return { refused: 0, cause };
    await pause(200 * attempt, lifetime);
  }
}
