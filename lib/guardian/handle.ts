/** The Guardian: bytes in, bytes out. The stages of one message, readable as their list. */

import { wireFailure } from "../core/wire/codes";
import { answerExtension } from "./approvals/extension";
import { holdStep } from "./approvals/hold";
import type { GuardianDeps } from "./deps";
import { failureAnswer } from "./failure-answer";
import { Keys } from "./keys";
import { Lanes } from "./lanes";
import { Policies } from "./policies";
import type { Refusal } from "./refusal";
import { type RunOptions, runStep, type StepTools } from "./run-step";
import { Snapshots } from "./snapshots";
import { type AdmittedStep, admitExtension, admitStep } from "./stages/admit";
import { admitHello } from "./stages/admit-hello";
import { answerRefusal, bytesOf } from "./stages/answer";
import { authenticate } from "./stages/authenticate";
import { answerPing } from "./stages/ping";
import { receive } from "./stages/receive";

export interface Guardian {
  /**
   * Judges one JSON-RPC message (ACS v0.1.0). Never rejects: whatever goes wrong is a JSON-RPC error or a signed DENY.
   * The answer is durable before it is returned, except denials without `chain_hash`.
   */
  handle(bytes: Uint8Array): Promise<Uint8Array>;
  /** Refuses new messages and waits for the running ones. */
  close(): Promise<void>;
}

export function createGuardian(deps: GuardianDeps): Guardian {
  const tools: GuardianTools = {
    deps,
    keys: new Keys(deps.store, deps.crypto),
    lanes: new Lanes(),
    holds: new Map(),
    snapshots: new Snapshots(deps.store),
    policies: new Policies(deps.store, deps.engine),
  };
  const running = new Set<Promise<Uint8Array>>();
  let closing = false;
  return {
    handle(bytes) {
      const answer = guarded(tools, bytes, closing);
      running.add(answer);
      return answer.finally(() => running.delete(answer));
    },
    async close() {
      closing = true;
      await Promise.allSettled(running);
      await deps.journal.flush();
    },
  };
}

interface GuardianTools extends StepTools {
  readonly keys: Keys;
  readonly lanes: Lanes;
  /** Held requests by agent. */
  readonly holds: Map<string, number>;
}

/** The one place that catches: a defect becomes -32603, never a silence. */
async function guarded(tools: GuardianTools, bytes: Uint8Array, closing: boolean): Promise<Uint8Array> {
  const { deps } = tools;
  const received = receive(deps, bytes);
  if (!received.ok) return answerRefusal(deps, received.failure);
  const { id, context } = received.value;
  if (closing) return answerRefusal(deps, { failure: wireFailure("shutting_down"), id, context });
  try {
    if (received.value.method === "system/ping") return await answerPing(deps, tools.keys, received.value);
    const message = await authenticate(deps, tools.keys, received.value);
    if (!message.ok) return answerRefusal(deps, message.failure);
    return await answerAuthenticated(tools, message.value);
  } catch (error) {
    deps.log("defect", { method: context.method ?? null, error: String(error) });
    return answerRefusal(deps, { failure: wireFailure("guardian_defect"), id, context });
  }
}

async function answerAuthenticated(
  tools: GuardianTools,
  message: Parameters<typeof admitStep>[2],
): Promise<Uint8Array> {
  const { deps, snapshots } = tools;
  const refuse = (refusal: Refusal) => answerRefusal(deps, refusal);
  if (message.method === "handshake/hello") {
    const hello = await admitHello(deps, message);
    return hello.ok ? hello.value : refuse(hello.failure);
  }
  if (message.method.startsWith("guardian/")) {
    const extension = await admitExtension(deps, snapshots, message);
    return extension.ok ? answerExtension(deps, extension.value) : refuse(extension.failure);
  }
  const step = await admitStep(deps, snapshots, message);
  return step.ok ? judged(tools, step.value) : refuse(step.failure);
}

/** Runs the step in its session's lane and answers before the negotiated timeout, whatever happens (ACS §6.4). */
async function judged(tools: GuardianTools, step: AdmittedStep): Promise<Uint8Array> {
  const { deps } = tools;
  const allowance = Math.max(100, timeoutOf(step) - deps.limits.answerMarginMs);
  const limit = alarm(allowance);
  try {
    const first = await Promise.race([decide(tools, step), limit.rings]);
    if (first) return first;
    deps.log("answered late", { session: step.snapshot.session.key, method: step.method });
    deps.journal.refused({ ...step.context, code: 0, reason: "decision_timeout" });
    return bytesOf(
      failureAnswer(deps, step, { code: "decision_timeout", reasoning: "No decision was durable in time" }),
    );
  } catch (error) {
    deps.log("defect", { session: step.snapshot.session.key, method: step.method, error: String(error) });
    tools.snapshots.forget(step.snapshot.session);
    return bytesOf(
      failureAnswer(deps, step, { code: "evaluation_failed", reasoning: "The Guardian failed on this step" }),
    );
  } finally {
    limit.stop();
  }
}

async function decide(tools: GuardianTools, step: AdmittedStep): Promise<Uint8Array> {
  const { lanes } = tools;
  const key = step.snapshot.session.key;
  const { agent } = step.snapshot;
  const holdsFull = (tools.holds.get(agent.key) ?? 0) >= agent.holdCap;
  const outcome = await lanes.run(key, () => runStep(tools, step, { holdsFull }));
  if (outcome.kind === "answer") return outcome.bytes;
  tools.holds.set(agent.key, (tools.holds.get(agent.key) ?? 0) + 1);
  try {
    const rerun = (options: RunOptions) => lanes.run(key, () => runStep(tools, step, options));
    return await holdStep({ deps: tools.deps, step, item: outcome.item, rerun });
  } finally {
    tools.holds.set(agent.key, (tools.holds.get(agent.key) ?? 1) - 1);
  }
}

const timeoutOf = ({ terms, method }: AdmittedStep): number =>
  terms.timeout_config.per_method_ms?.[method] ?? terms.timeout_config.default_ms;

/** Resolves after `ms`; a call of `stop` frees the timer, and the promise then stays open. */
function alarm(ms: number): { readonly rings: Promise<null>; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const rings = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return { rings, stop: () => clearTimeout(timer) };
}
