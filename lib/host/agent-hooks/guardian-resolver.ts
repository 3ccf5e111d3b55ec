/** Waits for people in the Guardian's queue (`guardian/agentHooks/resolve`). What it returns was stored with their decision. */
import { z } from "zod";
import type { ApprovalRequest, ApprovalResolution, ApprovalResolver } from "../../agent-hooks/types";
import { fromPlainObject, memberAt } from "../../core/json/build";
import type { JsonObject } from "../../core/json/value";
import { signingReserveMs } from "../../core/signing/algorithms";
import { RESOLVE } from "../../core/wire/agent-hooks";
import type { Exchanged } from "../exchange";
import { pause } from "../lifetime";
import type { StepRef } from "../records";
import { causeOf, untilAborted } from "./ask-guardian";
import type { GuardianLink } from "./guardian-link";
import type { GuardianLinks } from "./guardian-links";
import { GuardianUnavailable } from "./guardian-unavailable";
import { recoverRelease, release } from "./recover-release";
import { type WaitingForPeople, waitingForPeople } from "./waiting-for-people";

const POLL_MS = 20_000;
const ANSWER_MARGIN_MS = 5_000;

/** The verdict is checked by the contract like any other. */
const resolution = z.looseObject({
  outcome: z.enum(["approve", "reject", "unresolved"]),
  context_identity: z.string().nullable(),
  verdict: z.looseObject({ decision: z.string(), reason: z.string().optional() }).optional(),
});

const told = z.looseObject({ state: z.string(), resolution: resolution.optional() });

export interface WaitOptions {
  /** How long people have; then the outcome is `unresolved`. */
  readonly waitMs: number;
  /** Called once for each wait, before it begins. Must not throw. */
  readonly onWaiting: (waiting: WaitingForPeople) => void;
}

/** Rejects with `GuardianUnavailable` when refused. */
export function guardianResolver(links: GuardianLinks, { waitMs, onWaiting }: WaitOptions): ApprovalResolver {
  return {
    resolve: (request, signal) => {
      const until = performance.now() + waitMs;
      const waiting = waitingForPeople(request);
      if (waiting !== null) onWaiting(waiting);
      return resolve(links, { request, signal, until });
    },
  };
}

interface Waiting {
  readonly request: ApprovalRequest;
  readonly signal: AbortSignal;
  /** On the monotonic clock, ms. */
  readonly until: number;
}

async function resolve(links: GuardianLinks, waiting: Waiting): Promise<ApprovalResolution> {
  const link = await links.of(waiting.request.context);
  const lost: StepRef[] = [];
  let delay = 250;
  for (;;) {
    const left = Math.floor(waiting.until - performance.now());
    if (left <= 0 || waiting.signal.aborted) return unresolved(waiting.request);
    const began = performance.now();
    const { step, judged } = await poll(link, waiting, Math.min(POLL_MS, left));
    if (judged.kind === "error") throw new GuardianUnavailable(causeOf(judged), RESOLVE);
    if (judged.kind === "result") {
      const told = readTold(judged.result, step);
      if (told.state === "unknown") return unresolved(waiting.request);
      if (told.resolution) return settled(link, { waiting, told: told.resolution, step, lost });
      delay = 250;
    } else {
      lost.push(step);
      delay = Math.min(delay * 2, 5_000);
    }
    if (judged.kind !== "result" || performance.now() - began < 200)
      await pause(Math.min(delay, left), link.context.lifetime);
  }
}

/** Nobody decided; this binds nothing, so the identity may be the request's own. */
const unresolved = ({ context_identity }: ApprovalRequest): ApprovalResolution => ({
  outcome: "unresolved",
  context_identity,
});

async function poll(link: GuardianLink, { request, signal }: Waiting, waitMs: number): Promise<Exchanged> {
  const lifetime = untilAborted(link.context.lifetime, signal);
  const { exchange } = link.context;
  const sent = await exchange.send({
    method: RESOLVE,
    payload: fromPlainObject({ request, wait_ms: waitMs }),
    timeoutMs: waitMs + ANSWER_MARGIN_MS + signingReserveMs(exchange.algorithm),
    lifetime: lifetime.both,
  });
  lifetime.forget();
  return sent;
}

/** Throws `GuardianUnavailable` on an answer that is no answer to this question. */
function readTold(result: JsonObject, step: StepRef): z.infer<typeof told> {
  const read = told.safeParse(result);
  if (!read.success) throw new GuardianUnavailable("answer_invalid", step.method);
  return read.data;
}

interface Settling {
  readonly waiting: Waiting;
  readonly told: z.infer<typeof resolution>;
  readonly step: StepRef;
  /** Polls whose answers never came: one of them may have been the release. */
  readonly lost: readonly StepRef[];
}

async function settled(link: GuardianLink, { waiting, told, step, lost }: Settling): Promise<ApprovalResolution> {
  if (told.verdict?.reason === "approval_consumed") {
    const recovered = await recoverRelease(link, waiting.request, lost);
    if (recovered !== null) return recovered;
  }
  const artefact = memberAt(told.verdict as JsonObject | undefined, "evidence", "artefact");
  if (told.outcome === "approve") release(link, waiting.request.context, { requestId: step.requestId, artefact });
  return told as ApprovalResolution;
}
