/** From an entry's findings to the five checks that a person looks at. Pure. */
import type { ChainFaultKind, ChainFinding } from "../core/chain/report";
import type { ChainRow } from "../core/read-models/sessions";
import type { CheckedEntry } from "./chain-messages";

export type CheckName = "hash" | "link" | "request" | "decision" | "signature";
export type CheckState = "good" | "bad" | "withheld" | "erased" | "none" | "unknown";

export interface Check {
  readonly name: CheckName;
  readonly state: CheckState;
}

const OF: { readonly [kind in ChainFaultKind]: CheckName } = {
  altered: "hash",
  unreadable: "hash",
  broken_link: "link",
  reordered: "link",
  missing: "link",
  fork: "link",
  truncated: "link",
  request_mismatch: "request",
  decision_mismatch: "decision",
  signature_invalid: "signature",
};

export const FAULT_WORDS: { readonly [kind in ChainFaultKind]: string } = {
  altered: "Altered",
  unreadable: "Unreadable",
  broken_link: "Broken link",
  reordered: "Reordered",
  missing: "Missing",
  fork: "Fork",
  truncated: "Truncated",
  request_mismatch: "Request does not match",
  decision_mismatch: "Answer does not match",
  signature_invalid: "Signature malformed or invalid",
};

/** `commits` tells which messages the entry holds a hash of. */
export function checksOf(
  row: ChainRow,
  checked: CheckedEntry | undefined,
  commits: { readonly request: boolean; readonly decision: boolean },
): readonly Check[] {
  const bad = new Set((checked?.findings ?? []).map((finding) => OF[finding.kind]));
  const judge = (name: CheckName): CheckState => (checked === undefined ? "unknown" : bad.has(name) ? "bad" : "good");
  const message = (name: "request" | "decision", text: string | null, committed: boolean): CheckState => {
    if (!committed) return "none";
    if (text === null) return row.withheld === "secret" ? "withheld" : "erased";
    return judge(name);
  };
  return [
    { name: "hash", state: judge("hash") },
    { name: "link", state: judge("link") },
    { name: "request", state: message("request", row.request, commits.request) },
    { name: "decision", state: message("decision", row.response, commits.decision) },
    { name: "signature", state: bad.has("signature") ? "bad" : signatureState(checked) },
  ];
}

/** HMAC: only the two holders of the secret can check it, and a browser is neither. */
function signatureState(checked: CheckedEntry | undefined): CheckState {
  const { valid = 0, unchecked = 0 } = checked?.signatures ?? {};
  return valid > 0 && unchecked === 0 ? "good" : "none";
}

/** A finding breaks the line before its entry when the way to it cannot be followed. */
export const breaksLine = (finding: ChainFinding): boolean =>
  finding.kind === "missing" ||
  finding.kind === "broken_link" ||
  finding.kind === "reordered" ||
  finding.kind === "fork" ||
  finding.kind === "truncated";
