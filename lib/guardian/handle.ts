/** The Guardian: bytes in, bytes out. The stages of one message, readable as their list. */

import { ok, type Result } from "../core/result";
import { minTimeoutMs, signingReserveMs } from "../core/signing/algorithms";
import { INTERCEPT } from "../core/wire/agent-hooks";
import { wireFailure } from "../core/wire/codes";
import { isExtensionMethod } from "../core/wire/extensions";
import { EVALUATED_METHODS } from "../core/wire/hooks/registry";
import { openIntercepted } from "./agent-hooks/open-intercepted";
import { answerStep, type StepDesk } from "./answer-step";
import type { GuardianDeps } from "./deps";
import { EXTENSIONS } from "./extensions";
import { failedAnswer } from "./failure-answer";
import { inTime } from "./in-time";
import { Keys } from "./keys";
import { Lanes } from "./lanes";
import { Policies, type PolicyFailure } from "./policies";
import { StoreUnavailable } from "./ports";
import type { Refusal } from "./refusal";
import { Snapshots } from "./snapshots";
import { admitExtension, admitStep } from "./stages/admit";
import { admitHello } from "./stages/admit-hello";
import { answerRefusal, arrayOf } from "./stages/answer";
import { type Authenticated, authenticate } from "./stages/authenticate";
import { answerPing } from "./stages/ping";
import { type Body, elementsOf, type Received, readBody, receive, type Transported } from "./stages/receive";

export interface Guardian {
  /**
   * Judges one JSON-RPC message or a batch of them (ACS v0.1.0). Never rejects: whatever goes wrong is a JSON-RPC error
   * or a signed DENY. The answer is durable before it is returned, except denials without `chain_hash`.
   */
  handle(bytes: Uint8Array, from?: Transported): Promise<Uint8Array>;
  /** Loads and tries the active bundle before the first agent waits for it; a bundle that does not load is a failure. */
  warm(tenantId: string): Promise<Result<void, PolicyFailure>>;
  /** Refuses new messages, ends the waits of those that wait for people, and lets the running ones finish. */
  close(): Promise<void>;
}

interface GuardianTools extends StepDesk {
  readonly keys: Keys;
}

export function createGuardian(deps: GuardianDeps): Guardian {
  const closing = new AbortController();
  const tools: GuardianTools = {
    deps,
    keys: new Keys(deps.store, deps.crypto),
    lanes: new Lanes(),
    holds: new Map(),
    snapshots: new Snapshots(deps.store, deps.clock),
    policies: new Policies(deps.store, deps.engine),
    closing: closing.signal,
  };
  const running = new Set<Promise<Uint8Array>>();
  return {
    handle(bytes, from) {
      const answer = answerAll(tools, bytes, from);
      running.add(answer);
      return answer.finally(() => running.delete(answer));
    },
    async warm(tenantId) {
      const bundle = await tools.policies.current(tenantId, true);
      if (!bundle.ok) return bundle;
      for (const method of EVALUATED_METHODS) bundle.value.evaluate({ method, agent_id: "", session_id: "" });
      return ok(undefined);
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      await deps.journal.flush();
    },
  };
}

/** One message, or each of a batch on its own and in its order: what one does, the next one finds done (§3). */
async function answerAll(tools: GuardianTools, bytes: Uint8Array, from?: Transported): Promise<Uint8Array> {
  const { deps } = tools;
  const body = readBody(deps, bytes, from);
  if (!body.ok) return answerRefusal(deps, body.failure);
  if (!Array.isArray(body.value.value)) return guarded(tools, body.value);
  const elements = elementsOf(deps, body.value);
  if (!elements.ok) return answerRefusal(deps, elements.failure);
  const answers: Uint8Array[] = [];
  for (const element of elements.value) {
    answers.push(await guarded(tools, element));
    // a batch of what is refused without asking the database must not hold up everybody else
    await new Promise((resume) => setImmediate(resume));
  }
  return arrayOf(answers);
}

/** The outermost of the places that catch: a defect becomes -32603, never a silence. */
async function guarded(tools: GuardianTools, body: Body): Promise<Uint8Array> {
  const { deps } = tools;
  const received = receive(body);
  if (!received.ok) return answerRefusal(deps, received.failure);
  const { id, context, method } = received.value;
  if (tools.closing.aborted) return answerRefusal(deps, { failure: wireFailure("shutting_down"), id, context });
  try {
    if (method === "system/ping") return await answerPing(deps, tools.keys, received.value);
    const message = await inTime(left(tools, received.value), authenticate(deps, tools.keys, received.value));
    if (!message.ok) return answerRefusal(deps, message.failure);
    return await answerAuthenticated(tools, message.value);
  } catch (error) {
    deps.log("not answered by its stages", { method, error: String(error) });
    const failure = wireFailure(error instanceof StoreUnavailable ? "store_failed" : "guardian_defect");
    return answerRefusal(deps, { failure, id, context });
  }
}

/** From here on every answer is signed, that of a failure too. */
async function answerAuthenticated(tools: GuardianTools, message: Authenticated): Promise<Uint8Array> {
  const { deps, snapshots } = tools;
  const refuse = (refusal: Refusal) => answerRefusal(deps, refusal);
  const admitted = <T>(stage: Promise<T>): Promise<T> => inTime(left(tools, message), stage);
  try {
    if (message.method === "handshake/hello") {
      const hello = await admitted(admitHello(deps, tools.policies, message));
      return hello.ok ? hello.value : refuse(hello.failure);
    }
    if (message.method === INTERCEPT) {
      const opened = await admitted(openIntercepted(deps, tools.policies, message));
      if (!opened.ok) return refuse(opened.failure);
    }
    if (isExtensionMethod(message.method)) {
      const extension = await admitted(admitExtension(deps, snapshots, message));
      if (!extension.ok) return refuse(extension.failure);
      return await EXTENSIONS[message.method](tools, extension.value);
    }
    const step = await admitted(admitStep(deps, snapshots, message));
    return step.ok ? await answerStep(tools, step.value) : refuse(step.failure);
  } catch (error) {
    deps.log("not answered by its stages", { method: message.method, error: String(error) });
    return failedAnswer(deps, message, error);
  }
}

/** Before the terms of an unknown session are read: a little less than the default timeout. */
const ADMISSION_MS = 9_000;

/** ms until this message's answer must be ready to be signed, as far as this process knows the session that it claims. */
function left({ deps, snapshots }: GuardianTools, { context, receivedAt, reserveMs, signer }: Claimed): number {
  const negotiated = snapshots.timeoutOf(context.sessionId ?? "");
  const slowest = signer ? minTimeoutMs(signer.algorithm) : 0;
  const reserve = signer ? signingReserveMs(signer.algorithm) : 0;
  const allowance = negotiated === null ? Math.max(ADMISSION_MS, slowest) : negotiated - deps.limits.answerMarginMs;
  return Math.max(100, allowance - reserve - (reserveMs ?? 0) - (deps.clock.now() - receivedAt));
}

type Claimed = Pick<Received, "context" | "receivedAt" | "reserveMs"> & Partial<Pick<Authenticated, "signer">>;
