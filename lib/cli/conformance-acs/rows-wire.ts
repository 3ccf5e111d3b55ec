/** Rows of ACS-Core about replay, signatures and the codes of §17.1. */

import { rowsOf } from "./row";

const code = (number: string, when: string) =>
  [`code.${number}`, "MUST", "§17.1", `${number} is raised ${when}, with data.reason and data.message.`] as const;

export const WIRE_ROWS = rowsOf("acs-core", [
  [
    "replay.request-id",
    "MUST",
    "C Replay protection, §10.3",
    "A request_id used before in the session is refused with -32005.",
  ],
  ["replay.nonce", "MUST", "C Replay protection, §10.3", "A nonce used before in the session is refused with -32005."],
  [
    "replay.bytes",
    "MUST",
    "C Replay protection, §10.3",
    "The same bytes sent again are refused with -32005 and leave the chain as it is.",
  ],
  ["replay.hello", "MUST", "C Replay protection, §10.3", "A hello sent again is refused with -32005."],
  ["skew.past", "MUST", "C Replay protection, §10.3", "A timestamp before the skew window is refused with -32006."],
  ["skew.future", "MUST", "C Replay protection, §10.3", "A timestamp after the skew window is refused with -32006."],
  ["skew.inside", "MUST", "C Replay protection, §10.3", "Timestamps inside the skew window are taken, both ways."],
  ["signature.missing", "MUST", "C Baseline integrity, §10", "An unsigned request is refused with -32004."],
  [
    "signature.malformed",
    "MUST",
    "C Baseline integrity, §10",
    "A signature that is no signature is refused with -32004.",
  ],
  [
    "signature.tampered",
    "MUST",
    "C Baseline integrity, §10",
    "A request changed after signing, anywhere in its envelope, is refused with -32004.",
  ],
  [
    "signature.other-key",
    "MUST",
    "C Baseline integrity, §10",
    "Another secret, or a key_id that nobody has, is refused with -32004.",
  ],
  [
    "signature.per-session",
    "MUST",
    "C Baseline integrity, §10",
    "Keys are derived per session: one session's signature does not hold in another.",
  ],
  [
    "signature.results",
    "MUST",
    "C Baseline integrity, §10",
    "Results are signed, the handshake's too, and the signature verifies over the canonical envelope.",
  ],
  [
    "signature.errors",
    "MUST",
    "C Baseline integrity, §10",
    "Errors to authenticated requests are signed, and the signature verifies.",
  ],
  code("-32700", "for what is not JSON"),
  code("-32600", "for what is no request"),
  code("-32601", "for a method that ACS does not define"),
  code("-32602", "for a payload that does not fit its method"),
  code("-32603", "for a failure of the Guardian itself"),
  code("-32000", "for a session refused for no more specific reason"),
  code("-32001", "without a common version, with supported_versions"),
  code("-32002", "where provenance is required and not produced"),
  code("-32003", "for a method that was not negotiated, which data.method names"),
  code("-32004", "for a signature that does not hold"),
  code("-32005", "for a replay"),
  code("-32006", "outside the skew window, which data.skew_window_ms tells"),
  code("-32007", "when heads differ and no decision is possible"),
  [
    "code.assigned",
    "MUST",
    "§13, §17.1",
    "Codes from -32000 to -32099 other than the eight assigned ones are never used.",
  ],
]);
