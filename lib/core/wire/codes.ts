/** Every refusal that leaves the Guardian as a JSON-RPC error (ACS §17.1, W§4): code, `data.reason`, sentence. */
import { fromPlainObject } from "../json/build";
import type { JsonObject } from "../json/value";

interface ErrorEntry {
  readonly code: number;
  readonly message: string;
}

/** Keyed by `data.reason`. Sentences name no value. */
export const ACS_ERRORS = {
  // text that is not I-JSON
  parse_error: { code: -32700, message: "The body is not JSON." },
  invalid_utf8: { code: -32700, message: "The body is not valid UTF-8." },
  duplicate_member: { code: -32700, message: "A member name occurs twice in one object." },
  lone_surrogate: { code: -32700, message: "A string holds half of a surrogate pair." },
  // JSON that is not a request we take
  unsafe_integer: { code: -32600, message: "An integer lies beyond 2^53-1; send it as a string." },
  number_overflow: { code: -32600, message: "A number does not fit a double." },
  too_deep: { code: -32600, message: "The body is nested too deeply." },
  too_large: { code: -32600, message: "The body is too large." },
  not_an_object: { code: -32600, message: "A request is a JSON object." },
  batch_empty: { code: -32600, message: "A batch holds at least one request." },
  batch_too_large: { code: -32600, message: "The batch holds too many requests." },
  batch_nested: { code: -32600, message: "A batch holds requests, not batches." },
  invalid_jsonrpc_request: { code: -32600, message: "The body is not a JSON-RPC 2.0 request." },
  envelope_invalid: { code: -32600, message: "The request envelope does not fit its schema." },
  method_not_found: { code: -32601, message: "ACS defines no such method." },
  payload_invalid: { code: -32602, message: "The payload does not fit the schema of its method." },
  client_hello_invalid: { code: -32602, message: "The ClientHello does not fit its schema." },
  // our own defects
  guardian_defect: { code: -32603, message: "The Guardian failed on this request." },
  answer_failed: { code: -32603, message: "The Guardian could not make its answer." },
  store_failed: { code: -32603, message: "The Guardian could not reach its store." },
  shutting_down: { code: -32603, message: "The Guardian is shutting down." },
  // the eight ACS codes
  session_refused: { code: -32000, message: "The session is refused." },
  transport_unsupported: { code: -32000, message: "No common transport." },
  already_negotiated: { code: -32000, message: "This session has other terms already." },
  required_methods_missing: {
    code: -32000,
    message: "The client does not offer the methods that this agent must report.",
  },
  agent_not_bound: { code: -32000, message: "This key does not belong to the named agent." },
  agent_disabled: { code: -32000, message: "This agent is disabled." },
  key_retired: { code: -32000, message: "This key opens no new sessions." },
  capacity: { code: -32000, message: "The Guardian takes no more sessions." },
  unsupported_version: { code: -32001, message: "No common ACS version." },
  provenance_required: { code: -32002, message: "Policy requires provenance and the client produces none." },
  capability_not_negotiated: { code: -32003, message: "This method is not part of the session's terms." },
  transport_not_negotiated: { code: -32003, message: "The session's terms name another transport." },
  session_missing: { code: -32003, message: "No handshake has opened this session." },
  signature_missing: { code: -32004, message: "The request is not signed." },
  signature_malformed: { code: -32004, message: "The signature is malformed." },
  signature_invalid: { code: -32004, message: "The signature does not verify." },
  key_not_bound: { code: -32004, message: "The session belongs to another agent's key." },
  replay_detected: { code: -32005, message: "This request_id or nonce was used before in this session." },
  timestamp_out_of_window: { code: -32006, message: "The timestamp lies outside the skew window." },
  chain_mismatch: { code: -32007, message: "The client's chain head is not one that the Guardian published." },
} as const satisfies { readonly [reason: string]: ErrorEntry };

export type WireFailureKind = keyof typeof ACS_ERRORS;

/** A refusal on its way to the client. Neither `message` nor `data` ever holds a value the client sent, bar its method. */
export interface WireFailure {
  readonly kind: WireFailureKind;
  readonly code: number;
  /** `data.reason`, the kind itself. */
  readonly reason: string;
  readonly message: string;
  /** Where the fault lies, dotted from the envelope's root, or a JSON pointer inside the payload. */
  readonly field?: string;
  /** Further members of `error.data`, for example `skew_window_ms`. */
  readonly data?: JsonObject;
}

/** Code and sentence of a refusal. */
export function errorFor(kind: WireFailureKind): { readonly code: number; readonly message: string } {
  return ACS_ERRORS[kind];
}

/** What a refusal may add to its table entry. `message` replaces the table's sentence. */
export interface FailureDetail {
  readonly field?: string;
  readonly message?: string;
  readonly data?: { readonly [member: string]: unknown };
}

/** A refusal of that kind, ready for `errorEnvelope`. */
export function wireFailure(kind: WireFailureKind, detail: FailureDetail = {}): WireFailure {
  const { code, message } = ACS_ERRORS[kind];
  return {
    kind,
    code,
    reason: kind,
    message: detail.message ?? message,
    ...(detail.field === undefined ? {} : { field: detail.field }),
    ...(detail.data === undefined ? {} : { data: fromPlainObject(detail.data) }),
  };
}
