/** Asks the Guardian about one MCP message. Only an allow or an edit of its own lets the message pass. */
import type { JsonObject } from "../../../core/json/value";
import type { GuardianSession } from "../../session";
import { type Denial, denialOf, GUARDIAN_SILENT, ownDenial } from "./denial";
import { wrapped } from "./methods";

export type Judgement =
  | { readonly kind: "released"; readonly message: JsonObject }
  | { readonly kind: "denied"; readonly denial: Denial };

export interface Question {
  /** Of the request, also for its answer. */
  readonly method: string;
  readonly message: JsonObject;
  readonly onWaiting?: (question: string | null) => void;
  /** Gives up waiting for people. */
  readonly signal?: AbortSignal;
}

export interface JudgeOptions {
  readonly serverId: string;
  /** Longest wait for people, ms. Default: as long as the Guardian says that it waits. */
  readonly waitMs?: number;
}

export type Judge = (question: Question) => Promise<Judgement>;

/**
 * Never rejects. A Guardian that does not evaluate the method, a posture of `proceed` and a message that cannot be
 * carried all end in a denial: a proxy that passes what nobody judged is none.
 */
export function createJudge(session: GuardianSession, options: JudgeOptions): Judge {
  return async ({ method, message, onWaiting, signal }) => {
    try {
      const taken = await session.step(wrapped(method), message, {
        metadata: { mcp_server_id: options.serverId },
        waitMs: options.waitMs,
        signal,
        onWaiting: ({ question }) => onWaiting?.(question),
      });
      if (!taken.ok) return denied(denialOf(taken.failure));
      if (taken.value.decision === "none") {
        return denied(ownDenial("not_judged", `the Guardian did not judge this ${method}.`, GUARDIAN_SILENT));
      }
      return released(message, taken.value.payload);
    } catch {
      return denied(ownDenial("not_judged", "the message could not be put before the Guardian.", GUARDIAN_SILENT));
    }
  };
}

export const denied = (denial: Denial): Judgement => ({ kind: "denied", denial });

/** An edit may change what a message says, not which message it is. */
function released(sent: JsonObject, payload: JsonObject): Judgement {
  const same = (["jsonrpc", "id", "method"] as const).every((name) => sent[name] === payload[name]);
  return same
    ? { kind: "released", message: payload }
    : denied(ownDenial("modify_unsupported", "the Guardian's edit changes which message this is."));
}
