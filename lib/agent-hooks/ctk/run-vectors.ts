/** Runs vectors against a harness and asserts everything that they state. Refuses to run none. */
import type { Capability, Surface } from "../hook-session";
import type { IdentityProvider } from "../types";
import { interceptionFaults } from "./assert-interceptions";
import { consultationFaults, invariantFaults, recordFaults } from "./assert-records";
import { runFaults } from "./assert-run";
import type { Harness, HarnessSetup } from "./harness";
import { readVector } from "./read-vector";
import { redactorOf } from "./redaction";
import { scriptedInterceptors } from "./scripted-interceptor";
import { scriptedResolver } from "./scripted-resolver";
import type { Vector } from "./vector";

export interface VectorResult {
  readonly id: string;
  readonly title: string;
  /** Of the declared surface; `general` where the vector names none. */
  readonly part: string;
  readonly status: "pass" | "fail" | "skip";
  /** Why it was skipped, or what is broken. */
  readonly detail: readonly string[];
}

/** ms after which a scripted answer that never comes is given up. */
const TIMEOUT_MS = 50;

/** A new harness for each vector. Throws on zero vectors and when two have one id: both would make a hollow green. */
export async function runVectors(
  harness: () => Harness,
  vectors: readonly unknown[],
): Promise<readonly VectorResult[]> {
  if (vectors.length === 0) throw new Error("there are no vectors to run");
  const results: VectorResult[] = [];
  for (const [index, given] of vectors.entries()) results.push(await runGiven(harness(), given, index));
  const ids = results.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) throw new Error("two vectors have one id");
  return results;
}

async function runGiven(harness: Harness, given: unknown, index: number): Promise<VectorResult> {
  const read = readVector(given);
  if (read.ok) return runVector(harness, read.value);
  const { id, faults } = read.failure;
  return { id: id ?? `vector ${index}`, title: "unreadable", part: "unreadable", status: "fail", detail: faults };
}

/** A fault of the harness is a failure of the vector. */
export async function runVector(harness: Harness, vector: Vector): Promise<VectorResult> {
  const { id, title, part = "general" } = vector;
  const missing = whySkipped(vector, harness.surface);
  if (missing !== null) return { id, title, part, status: "skip", detail: [missing] };
  const faults = await faultsOf(harness, vector);
  return { id, title, part, status: faults.length === 0 ? "pass" : "fail", detail: faults };
}

/** Null when the declared surface covers the vector. */
export function whySkipped({ capabilities = [], posture }: Vector, surface: Surface): string | null {
  const declared = new Set<Capability | "buffered_output">(surface.capabilities);
  const missing = capabilities.filter((name) => name !== "buffered_output" && !declared.has(name));
  if (missing.length > 0) return `capability not declared: ${missing.join(", ")}`;
  if (posture !== undefined && posture !== surface.toolSeamHostError) return `posture not declared: ${posture}`;
  return null;
}

async function faultsOf(harness: Harness, vector: Vector): Promise<readonly string[]> {
  const scripted = scriptedInterceptors(vector);
  const approvals = scriptedResolver(vector);
  try {
    await harness.setup(setupOf(vector, { interceptors: scripted.interceptors, resolver: approvals.resolver }));
    const run = await harness.run();
    return [
      ...interceptionFaults(vector.expect, scripted.contexts),
      ...recordFaults(vector.expect, run.records),
      ...consultationFaults(vector.expect.consultations, approvals.requests),
      ...runFaults(vector.expect, run, harness.surface.toolSeamHostError),
      ...invariantFaults(scripted.contexts, run.records),
    ];
  } catch (thrown) {
    return [`the harness failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`];
  } finally {
    await harness.teardown();
  }
}

function setupOf(vector: Vector, scripted: Pick<HarnessSetup, "interceptors" | "resolver">): HarnessSetup {
  const redacted = vector.redact_for_approval ?? [];
  return {
    ...scripted,
    scenario: vector.scenario,
    mode: vector.mode ?? "enforce",
    composition: vector.composition ?? { profile: "sequential/first_deny", on_approval: "stop" },
    identityProvider: providerOf(vector),
    ...(redacted.length > 0 ? { redactForApproval: redactorOf(redacted) } : {}),
    timeoutMs: TIMEOUT_MS,
  };
}

/** An explicit null means unbound; an absent member means ours. */
function providerOf({ identity_provider: given }: Vector): IdentityProvider {
  if (given === "ctk-fault") return FAULTY;
  return given === undefined ? "jcs-sha256" : given;
}

const FAULTY = {
  name: "ctk-fault",
  identify(): string {
    throw new Error("scripted fault of the identity provider");
  },
};
