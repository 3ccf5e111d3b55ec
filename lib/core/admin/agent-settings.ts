/** What an admin decides about an agent: names, abilities, limits, and what happens when no decision can be had. */
import { z } from "zod";
import { err, ok, type Result } from "../result";
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from "../signing/algorithms";
import { ACS_METHODS } from "../wire/hooks/registry";
import type { CommandFailure } from "./failure";

export interface AgentSettings {
  readonly name: string;
  /** Person id. The owner may never decide what this agent asks for. */
  readonly ownerId: string | null;
  /** Whether the client understands ASK and MODIFY; without, substitutes apply. */
  readonly canAsk: boolean;
  readonly canModify: boolean;
  readonly askSubstitute: "hold" | "deny" | "defer";
  readonly onDecisionFailure: "deny" | "proceed";
  /** Methods that a hello must offer; `a|b` is met by either. Empty means the ACS-Core floor. */
  readonly requiredMethods: readonly string[];
  /** What its keys may be for (ACS §10). */
  readonly allowedAlgorithms: readonly SignatureAlgorithm[];
  /** ms in which an answer is due. */
  readonly timeoutMs: number;
  /** ms that a timestamp may differ from the server's clock, either way. */
  readonly skewMs: number;
  /** Seconds without a step after which a session is closed. */
  readonly idleLimitS: number;
  readonly pendingCap: number;
  readonly holdCap: number;
}

export const DEFAULT_AGENT_SETTINGS: Omit<AgentSettings, "name"> = {
  ownerId: null,
  canAsk: true,
  canModify: true,
  askSubstitute: "hold",
  onDecisionFailure: "deny",
  requiredMethods: [],
  allowedAlgorithms: SIGNATURE_ALGORITHMS,
  timeoutMs: 10_000,
  skewMs: 300_000,
  idleLimitS: 3600,
  pendingCap: 20,
  holdCap: 8,
};

/** Lowest and highest value of each number. */
export const AGENT_LIMITS = {
  timeoutMs: [1_000, 600_000],
  skewMs: [1_000, 900_000],
  idleLimitS: [60, 604_800],
  pendingCap: [1, 1_000],
  holdCap: [0, 100],
} as const;

const isMethodChoice = (text: string): boolean => text.split("|").every((method) => Object.hasOwn(ACS_METHODS, method));

const whole = ([lowest, highest]: readonly [number, number]) => {
  const message = `Give a whole number from ${lowest} to ${highest}.`;
  return z.int(message).min(lowest, message).max(highest, message);
};

const schema = z.strictObject({
  name: z.string().trim().min(1, "Give the agent a name.").max(100, "At most 100 characters."),
  ownerId: z.string().min(1).max(100).nullable(),
  canAsk: z.boolean(),
  canModify: z.boolean(),
  askSubstitute: z.enum(["hold", "deny", "defer"]),
  onDecisionFailure: z.enum(["deny", "proceed"]),
  requiredMethods: z.array(z.string().refine(isMethodChoice, "Not a method of ACS v0.1.0.")).max(40),
  allowedAlgorithms: z.array(z.enum(SIGNATURE_ALGORITHMS)).min(1, "Allow at least one algorithm.").max(10),
  timeoutMs: whole(AGENT_LIMITS.timeoutMs),
  skewMs: whole(AGENT_LIMITS.skewMs),
  idleLimitS: whole(AGENT_LIMITS.idleLimitS),
  pendingCap: whole(AGENT_LIMITS.pendingCap),
  holdCap: whole(AGENT_LIMITS.holdCap),
});

/** Printable ASCII without spaces: the id stands in signed messages and must have one spelling. */
const AGENT_ID = /^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,99}$/;

export const isAgentId = (text: string): boolean => AGENT_ID.test(text);

export const AGENT_ID_HINT = "Letters, digits and . _ : @ / - (at most 100), starting with a letter or digit.";

export function parseAgentSettings(value: unknown): Result<AgentSettings, CommandFailure> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join(".");
  return err({ kind: "invalid", message: issue?.message ?? "This is not a setting.", field: field || undefined });
}
