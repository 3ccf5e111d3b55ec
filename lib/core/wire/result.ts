/** Answers (W§3, W§4, W§6): builders, and the check that nothing ACS would reject is ever sent. */
import { z } from "zod";
import { fromPlainObject, member } from "../json/build";
import type { JsonObject, JsonValue } from "../json/value";
import type { Disposition, Modifications } from "../policy/types";
import { err, ok, type Result } from "../result";
import type { WireFailure } from "./codes";
import { capability, provenance } from "./hooks/pieces";
import { permittedAt } from "./hooks/registry";
import { parseModifications } from "./modifications";
import { count, digest, firstFault, openObject, semver, uuid } from "./shapes";

export interface PolicyReference {
  readonly policy_id?: string;
  readonly policy_version?: string;
  readonly policy_name?: string;
  readonly rule_id?: string;
}

/** W§6. `timeout_seconds` counts seconds; everything else on the wire counts milliseconds. */
export interface AskDetails {
  readonly approver: {
    readonly type: "human" | "agent" | "service";
    readonly id: string;
    readonly endpoint?: string;
    readonly auth?: { readonly method?: string };
  };
  readonly question: string;
  readonly context?: string;
  readonly options?: readonly string[];
  readonly timeout_seconds: number;
  readonly timeout_disposition?: "allow" | "deny";
}

export interface DeferDetails {
  readonly reason: "insufficient_context" | "conflicting_policies" | "low_confidence" | "pending_dependency";
  readonly resolution_method: "additional_context" | "human_approval" | "timeout";
  readonly resolution_timeout_ms: number;
  readonly timeout_decision: "deny" | "ask";
  readonly required_context?: readonly string[];
}

/** Members of an AcsResult; `type` is added, absent members stay absent. */
export interface ResultParts {
  readonly acs_version: string;
  readonly request_id: string;
  readonly decision: Disposition;
  readonly reasoning?: string;
  readonly reason_codes?: readonly string[];
  readonly policy_references?: readonly PolicyReference[];
  readonly policy_data?: JsonObject;
  readonly modifications?: Modifications;
  readonly ask_details?: AskDetails;
  readonly defer_details?: DeferDetails;
  readonly payload?: JsonObject;
  readonly chain_hash?: string;
  readonly metadata?: JsonObject;
}

/** An AcsResult without signature. Empty lists are left out, repeated reason codes folded. */
export function buildResult(parts: ResultParts): JsonObject {
  const { reason_codes = [], policy_references = [], ...rest } = parts;
  return fromPlainObject({
    type: "final",
    ...rest,
    ...(reason_codes.length === 0 ? {} : { reason_codes: [...new Set(reason_codes)] }),
    ...(policy_references.length === 0 ? {} : { policy_references }),
  });
}

/** A success envelope. */
export function resultEnvelope(id: string | number, result: JsonObject): JsonObject {
  return fromPlainObject({ jsonrpc: "2.0", id, result });
}

/** An error envelope; `data` always carries `reason` and `message`. `id` is null only when none could be read. */
export function errorEnvelope(id: string | number | null, failure: WireFailure): JsonObject {
  const { code, message, reason, field, data } = failure;
  return fromPlainObject({ jsonrpc: "2.0", id, error: { code, message, data: { ...data, reason, message, field } } });
}

const unique = z.array(z.string()).refine((items) => new Set(items).size === items.length, "has repeated items");

const askDetails = z.looseObject({
  approver: z.looseObject({
    type: z.enum(["human", "agent", "service"]),
    id: z.string().min(1),
    endpoint: z.string().optional(),
    auth: z.looseObject({ method: z.string().optional() }).optional(),
  }),
  question: z.string().min(1),
  context: z.string().optional(),
  options: z.array(z.string()).optional(),
  timeout_seconds: z.number().int().min(1),
  timeout_disposition: z.enum(["allow", "deny"]).optional(),
  intent_extension: z
    .looseObject({
      capabilities: z.array(capability),
      scope: z.enum(["this_request", "session"]),
      provenance: provenance.optional(),
    })
    .optional(),
});

const deferDetails = z.looseObject({
  reason: z.enum(["insufficient_context", "conflicting_policies", "low_confidence", "pending_dependency"]),
  resolution_method: z.enum(["additional_context", "human_approval", "timeout"]),
  resolution_timeout_ms: z.number().int().min(1),
  timeout_decision: z.enum(["deny", "ask"]),
  required_context: z.array(z.string()).optional(),
});

const evaluation = z.looseObject({
  evaluator: z.enum(["deterministic", "agent", "composite"]).optional(),
  evaluator_version: z.string().optional(),
  evaluation_duration_ms: count.optional(),
  model_id: z.string().optional(),
  confidence: z.number().min(0).max(1).optional(),
});

const acsResult = z.looseObject({
  type: z.literal("final"),
  acs_version: semver,
  request_id: uuid,
  decision: z.enum(["allow", "deny", "modify", "ask", "defer"]),
  reasoning: z.string().optional(),
  reason_codes: unique.optional(),
  policy_references: z
    .array(
      z.looseObject({
        policy_id: z.string().optional(),
        policy_version: z.string().optional(),
        policy_name: z.string().optional(),
        rule_id: z.string().optional(),
      }),
    )
    .optional(),
  policy_data: openObject.optional(),
  cited_provenance_ids: unique.optional(),
  modifications: openObject.optional(),
  ask_details: askDetails.optional(),
  defer_details: deferDetails.optional(),
  payload: openObject.optional(),
  chain_hash: digest.optional(),
  signature: z
    .looseObject({ algorithm: z.string().min(1), value: z.string().min(1), key_id: z.string().min(1) })
    .optional(),
  metadata: evaluation.optional(),
});

/** Why a result may not be sent, or must not be honoured. */
export interface ResultFault {
  readonly reason: "result_invalid" | "disposition_not_permitted" | "modifications_illegal";
  readonly message: string;
}

/** Judges a result for this method: schema, the members that its disposition demands, W§16 and §6.3. */
export function checkResult(result: JsonValue, method: string): Result<void, ResultFault> {
  const invalid = (message: string) => err({ reason: "result_invalid", message } as const);
  const judged = acsResult.safeParse(result);
  if (!judged.success) return invalid(firstFault(judged.error, "result").message);
  const { decision, reasoning } = judged.data;
  if (!permittedAt(method).includes(decision)) {
    return err({ reason: "disposition_not_permitted", message: `${decision} is not permitted at this hook` });
  }
  if (decision !== "allow" && (reasoning ?? "") === "") return invalid("result.reasoning: must say why");
  if (decision === "ask" && judged.data.ask_details === undefined) return invalid("result.ask_details: is required");
  if (decision === "defer" && judged.data.defer_details === undefined)
    return invalid("result.defer_details: is required");
  if (decision !== "modify") return ok(undefined);
  const kind = method.startsWith("steps/") ? "step" : "mcp";
  const edits = parseModifications(member(result, "modifications") ?? null, kind);
  return edits.ok ? ok(undefined) : err({ reason: "modifications_illegal", message: edits.failure.reason });
}
