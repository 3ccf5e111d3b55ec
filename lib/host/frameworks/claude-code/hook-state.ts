/** What one hook process leaves to the next, under a seal: an agent can reach the file, and must gain nothing by writing it. */
import { z } from "zod";
import type { Crypto } from "../../../core/crypto";
import { fromHex, toHex } from "../../../core/encoding";
import { fromPlainObject } from "../../../core/json/build";
import { canonicalText, utf8 } from "../../../core/json/canonical";
import { readJsonText } from "../../../core/json/read";
import { isJsonObject } from "../../../core/json/value";
import { err, ok, type Result } from "../../../core/result";

const kept = z.strictObject({
  id: z.string(),
  requestId: z.string(),
  tool: z.string(),
  isReleased: z.boolean(),
});

const hookState = z.strictObject({
  v: z.literal("guardian-hook-state/1"),
  /** What Claude Code calls the session. */
  hostSessionId: z.string(),
  /** What ACS calls it: another one after each end, because an ended session stays ended. */
  sessionId: z.string(),
  phase: z.enum(["new", "open", "ended"]),
  nextSequence: z.number().int().min(0),
  turn: z.number().int().min(0),
  openTurn: z.string().nullable(),
  calls: z.array(kept),
});

/** Holds no posture: without an answer of the Guardian nothing may go on, so there is none to edit. */
export type HookState = z.infer<typeof hookState>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function newState(hostSessionId: string): HookState {
  const sessionId = UUID.test(hostSessionId) ? hostSessionId.toLowerCase() : globalThis.crypto.randomUUID();
  return { v: "guardian-hook-state/1", hostSessionId, sessionId, ...FRESH };
}

/** The same conversation as another session of ACS. */
export const nextState = (state: HookState): HookState => ({
  ...state,
  ...FRESH,
  sessionId: globalThis.crypto.randomUUID(),
});

const FRESH = { phase: "new", nextSequence: 0, turn: 0, openTurn: null, calls: [] as HookState["calls"] } as const;

export interface Seal {
  readonly crypto: Crypto;
  /** The agent's own secret, which no tool of the agent may be able to read. */
  readonly secret: Uint8Array;
}

export function sealState(seal: Seal, state: HookState): string {
  const body = canonicalText(fromPlainObject(state));
  return `${canonicalText({ state: body, mac: toHex(macOf(seal, state.hostSessionId, body)) })}\n`;
}

/** Fails on a text that was not sealed under this secret for this session; says no more than that. */
export function openState(seal: Seal, hostSessionId: string, text: string): Result<HookState, "seal_broken"> {
  const read = readJsonText(text.trimEnd());
  if (!read.ok || !isJsonObject(read.value)) return err("seal_broken");
  const { state: body, mac } = read.value;
  const given = typeof mac === "string" ? fromHex(mac) : null;
  if (typeof body !== "string" || given === null) return err("seal_broken");
  if (!seal.crypto.equal(given, macOf(seal, hostSessionId, body))) return err("seal_broken");
  const parsed = hookState.safeParse(JSON.parse(body));
  return parsed.success && parsed.data.hostSessionId === hostSessionId ? ok(parsed.data) : err("seal_broken");
}

function macOf({ crypto, secret }: Seal, hostSessionId: string, body: string): Uint8Array {
  const key = crypto.hkdfSha256(secret, utf8(`guardian-hook-state/1 ${hostSessionId}`), 32);
  return crypto.hmacSha256(key, utf8(body));
}
