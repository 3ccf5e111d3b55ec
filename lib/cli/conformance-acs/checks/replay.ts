/** Checks of replay protection and of the skew window (ACS §10.3). */
import { randomUUID } from "node:crypto";
import { SAMPLES } from "../payloads";
import type { Check, Run } from "../run";
import type { Overrides, WireSession } from "../wire-session";

const MESSAGE = "steps/userMessage";
const say = (session: WireSession, over?: Overrides) => session.send(MESSAGE, SAMPLES[MESSAGE]?.good("", ""), over);

/** What a ServerHello that is silent about it means. */
const DEFAULT_SKEW_MS = 300_000;
/** Beyond the window, and within it: clear of what a slow network takes. */
const MARGIN_MS = 30_000;

const skewOf = ({ terms }: WireSession): number =>
  typeof terms.skew_window_ms === "number" ? terms.skew_window_ms : DEFAULT_SKEW_MS;

export const at = (ms: number): Overrides => ({ timestamp: new Date(Date.now() + ms).toISOString() });

const beyond =
  (direction: -1 | 1): Check =>
  async (run: Run) => {
    const session = await run.open();
    const answer = await say(session, at(direction * (skewOf(session) + MARGIN_MS)));
    run.refuses(answer, -32006, direction < 0 ? "a timestamp of long ago" : "a timestamp of the future");
  };

export const REPLAY: { readonly [name: string]: Check } = {
  "replay.request-id": async (run) => {
    const session = await run.open();
    const requestId = randomUUID();
    run.decides(await say(session, { requestId }), "allow", "a step");
    run.refuses(await say(session, { requestId }), -32005, "its request_id in another step");
  },
  "replay.nonce": async (run) => {
    const session = await run.open();
    const nonce = "conformance-nonce-01";
    run.decides(await say(session, { nonce }), "allow", "a step");
    run.refuses(await say(session, { nonce }), -32005, "its nonce in another step");
  },
  "replay.bytes": async (run) => {
    const session = await run.open();
    const envelope = await session.sign(session.build(MESSAGE, SAMPLES[MESSAGE]?.good("", "")));
    const first = await session.post(envelope);
    run.decides(first, "allow", "a step");
    run.refuses(await session.post(envelope), -32005, "the same bytes again");
    const next = await say(session, { metadata: { session_state: { chain_hash: first.head } } });
    run.decides(next, "allow", "the next step under the head of before");
  },
  "skew.past": beyond(-1),
  "skew.future": beyond(1),
  "skew.inside": async (run) => {
    const session = await run.open();
    const inside = Math.max(0, skewOf(session) - MARGIN_MS);
    run.decides(await say(session, at(-inside)), "allow", "a timestamp just inside, past");
    run.decides(await say(session, at(inside)), "allow", "a timestamp just inside, future");
  },
};
