/** Request envelope (W§2): JSON-RPC shape, the ACS envelope schema, and the identifiers in it. */
import { z } from "zod";
import { member } from "../json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import { SIGNATURE_ALGORITHMS } from "../signing/algorithms";
import { type WireFailure, wireFailure } from "./codes";
import { dateTime, firstFault, openObject, semver, uuid } from "./shapes";

export type { WireFailure, WireFailureKind } from "./codes";
export { foldUuid } from "./shapes";

/** `params.metadata`: the schema's members, and whatever else the adapter put there. */
export type Metadata = JsonObject & {
  readonly agent_id: string;
  readonly agent_name?: string;
  readonly session_id: string;
  readonly turn_id?: string;
  readonly parent_turn_id?: string;
  readonly session_state?: JsonObject & { readonly chain_hash?: string };
  readonly environment?: "development" | "staging" | "production";
  readonly platform?: string;
  readonly platform_version?: string;
  readonly user_context?: JsonObject & {
    readonly user_id?: string;
    readonly roles?: readonly string[];
    readonly authentication_method?: string;
  };
};

export type Signature = JsonObject & { readonly algorithm: string; readonly value: string; readonly key_id: string };

export type AcsParams = JsonObject & {
  readonly acs_version: string;
  readonly request_id: string;
  readonly timestamp: string;
  readonly nonce?: string;
  readonly tenant_id?: string;
  readonly metadata: Metadata;
  readonly payload: JsonObject;
  readonly signature?: Signature;
};

/** A request whose envelope fits the schema. The very object that was read: hash and sign this, never a copy of it. */
export type AcsRequest = JsonObject & {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly id: string | number;
  readonly params: AcsParams;
};

/** JSON-RPC 2.0 shape alone; enough to find the key and the reply's id. */
export type RpcRequest = JsonObject & {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly id: string | number;
  readonly params: JsonObject;
};

const METHOD = /^(steps\/|protocols\/|agbom\/|trace\/|system\/|handshake\/|wrapped:).+/;
const EXTENSION_METHOD = /^guardian\/.+/;

const codePoints = (text: string): number => Array.from(text).length;

const signature = z.looseObject({ algorithm: z.enum(SIGNATURE_ALGORITHMS), value: z.string(), key_id: z.string() });

const metadata = z.looseObject({
  agent_id: z.string(),
  agent_name: z.string().optional(),
  session_id: uuid,
  turn_id: z.string().optional(),
  parent_turn_id: z.string().optional(),
  session_state: z.looseObject({ chain_hash: z.string().optional() }).optional(),
  environment: z.enum(["development", "staging", "production"]).optional(),
  platform: z.string().optional(),
  platform_version: z.string().optional(),
  user_context: z
    .looseObject({
      user_id: z.string().optional(),
      roles: z.array(z.string()).optional(),
      authentication_method: z.string().optional(),
    })
    .optional(),
});

const params = z.looseObject({
  acs_version: semver,
  request_id: uuid,
  timestamp: dateTime,
  nonce: z
    .string()
    .refine((text) => codePoints(text) >= 16 && codePoints(text) <= 64, "must have 16 to 64 characters")
    .optional(),
  tenant_id: z.string().optional(),
  metadata,
  payload: openObject,
  signature: signature.optional(),
});

const envelopeWith = (method: RegExp) =>
  z.strictObject({
    jsonrpc: z.literal("2.0"),
    method: z.string().regex(method, "is outside the ACS namespaces"),
    id: z.union([z.string(), z.number()]),
    params,
  });

/** The wire's envelope schema. */
export const requestEnvelope = envelopeWith(METHOD);
const extensionEnvelope = envelopeWith(EXTENSION_METHOD);

/** The id to answer with: the request's when it has one JSON-RPC allows, else null. */
export function requestIdOf(value: JsonValue): string | number | null {
  const id = member(value, "id");
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** Judges the JSON-RPC 2.0 shape of one request. Fails with `batch_nested`, `not_an_object` or `invalid_jsonrpc_request`. */
export function parseRpc(value: JsonValue): Result<RpcRequest, WireFailure> {
  if (Array.isArray(value)) return err(wireFailure("batch_nested"));
  if (!isJsonObject(value)) return err(wireFailure("not_an_object"));
  const field = rpcFault(value);
  return field === null ? ok(value as RpcRequest) : err(wireFailure("invalid_jsonrpc_request", { field }));
}

function rpcFault(value: JsonObject): string | null {
  if (member(value, "jsonrpc") !== "2.0") return "jsonrpc";
  if (typeof member(value, "method") !== "string") return "method";
  if (requestIdOf(value) === null) return "id";
  return isJsonObject(member(value, "params")) ? null : "params";
}

/** Judges the whole request envelope. Fails as `parseRpc` does, or with `envelope_invalid`. */
export function parseRequest(value: JsonValue): Result<AcsRequest, WireFailure> {
  return judge(value, requestEnvelope);
}

/** The same envelope for our own methods below `guardian/`, which are no part of ACS. */
export function parseExtensionRequest(value: JsonValue): Result<AcsRequest, WireFailure> {
  return judge(value, extensionEnvelope);
}

function judge(value: JsonValue, schema: z.ZodType): Result<AcsRequest, WireFailure> {
  const rpc = parseRpc(value);
  if (!rpc.ok) return rpc;
  const judged = schema.safeParse(value);
  if (!judged.success) return err(wireFailure("envelope_invalid", firstFault(judged.error, "")));
  return ok(rpc.value as AcsRequest);
}
