/** Rows of the six profiles. */

import { rowsOf } from "./row";

const TRACE = rowsOf("acs-trace", [
  ["trace.accepted", "MUST", "C ACS-Trace", "The profile is accepted, and trace_emission names a form that is on."],
  [
    "trace.steps",
    "MUST",
    "C ACS-Trace 1",
    "Every step leaves an OTel span or an OCSF event with the required attributes.",
  ],
  ["trace.decisions", "MUST", "C ACS-Trace 2", "Decisions are recorded as trace events."],
  ["trace.provenance", "MUST", "C ACS-Trace 3", "Provenance is carried onto trace events."],
  ["trace.off-path", "MUST", "C ACS-Trace", "Emission never blocks enforcement: no collector, no difference."],
]);

const INSPECT = rowsOf(
  "acs-inspect",
  [
    [
      "inspect.snapshot",
      "MUST",
      "C ACS-Inspect 1",
      "agbom/snapshot is judged, moves the head, and a malformed one is -32602.",
    ],
    [
      "inspect.once",
      "MUST",
      "C ACS-Inspect 1",
      "The Observed Agent sends its snapshot once, before content-bearing hooks.",
    ],
    [
      "inspect.serializations",
      "MUST",
      "C ACS-Inspect 2",
      "The handshake names one of cyclonedx-1.6, spdx-3.0 and swid.",
    ],
    [
      "inspect.serialized",
      "MUST",
      "C ACS-Inspect 2",
      "The canonical AgBOM is serialized on request in what the handshake names.",
    ],
  ],
  ["inspect.snapshot"],
);

const DYNAMIC = rowsOf(
  "acs-inspect-dynamic",
  [
    ["dynamic.diff", "MUST", "C ACS-Inspect-Dynamic", "agbom/changed is judged as a diff, and moves the head."],
    ["dynamic.document", "MUST", "C ACS-Inspect-Dynamic", "agbom/changed is judged as a whole document too."],
    [
      "dynamic.malformed",
      "MUST",
      "C ACS-Inspect-Dynamic, §17.1",
      "A change that says nothing, or names no component, is -32602.",
    ],
    [
      "dynamic.emission",
      "MUST",
      "C ACS-Inspect-Dynamic",
      "The Observed Agent reports every change of a component in mid-session.",
    ],
  ],
  ["dynamic.diff", "dynamic.document", "dynamic.malformed"],
);

const PROVENANCE = rowsOf("acs-provenance", [
  [
    "provenance.accepted",
    "MUST",
    "C ACS-Provenance, §7",
    "The profile is accepted of a client that produces provenance, and of no other.",
  ],
  [
    "provenance.strict",
    "MUST",
    "C ACS-Provenance, §7",
    "Every data-bearing hook is judged with provenance and refused with -32602 without.",
  ],
  [
    "provenance.partial",
    "MUST",
    "C ACS-Provenance, §7",
    "A payload of which only some fields carry provenance is refused.",
  ],
  [
    "provenance.origin",
    "MUST",
    "C ACS-Provenance, §7",
    "Provenance without its id, or of an origin that ACS does not name, is refused.",
  ],
  [
    "provenance.agent",
    "MUST",
    "C ACS-Provenance, §7",
    "The Observed Agent attaches true provenance to every data-bearing field.",
  ],
  [
    "provenance.trust",
    "MUST",
    "C ACS-Provenance, §7.2",
    "A Guardian that puts trust on the wire never lets agent_generated data gain any.",
  ],
]);

const CRYPTO = rowsOf("acs-crypto", [
  [
    "crypto.accepted",
    "MUST",
    "C ACS-Crypto",
    "The profile is accepted of a client that signs with a post-quantum key.",
  ],
  [
    "crypto.ml-dsa-65",
    "MUST",
    "C ACS-Crypto, §10",
    "ML-DSA-65: sessions are opened and steps judged under it, and answers signed with it verify.",
  ],
  [
    "crypto.ml-dsa-65.bit",
    "MUST",
    "C ACS-Crypto, §10",
    "ML-DSA-65: one flipped bit of a signature, or of what it covers, is refused with -32004.",
  ],
  ["crypto.slh-dsa-128s", "SHOULD", "C ACS-Crypto, §10", "SLH-DSA-128s: the same, and one flipped bit is refused."],
  [
    "crypto.hybrid-ecdsa",
    "MAY",
    "C ACS-Crypto, §10",
    "ML-DSA-65+ECDSA-P256: the same; a bit of either half is enough to refuse.",
  ],
  [
    "crypto.hybrid-rsa",
    "MAY",
    "C ACS-Crypto, §10",
    "ML-DSA-65+RSA-PSS-SHA256: the same; a bit of either half is enough to refuse.",
  ],
  ["crypto.ecdsa-p256", "MAY", "§10", "ECDSA-P256: the same, and one flipped bit is refused."],
  ["crypto.rsa-pss", "MAY", "§10", "RSA-PSS-SHA256: the same, and one flipped bit is refused."],
  ["crypto.ml-dsa-44", "MAY", "§10", "ML-DSA-44: the same, and one flipped bit is refused."],
  ["crypto.ml-dsa-87", "MAY", "§10", "ML-DSA-87: the same, and one flipped bit is refused."],
  ["crypto.slh-dsa-128f", "MAY", "§10", "SLH-DSA-128f: the same, and one flipped bit is refused."],
  ["crypto.downgrade", "MUST", "§10", "A signature under another algorithm than the key's own is refused with -32004."],
]);

const AUDIT = rowsOf(
  "acs-audit",
  [
    ["audit.accepted", "MUST", "C ACS-Audit", "The profile is accepted."],
    [
      "audit.request-hash",
      "MUST",
      "C ACS-Audit, §8.2",
      "Every entry of a request has request_hash: SHA-256 of the canonical params, signature included.",
    ],
    ["audit.timestamp", "SHOULD", "C ACS-Audit", "Every entry has a timestamp."],
    [
      "audit.provenance",
      "SHOULD",
      "C ACS-Audit, §7",
      "Entries have provenance_summary once the session has provenance.",
    ],
  ],
  ["audit.request-hash", "audit.timestamp", "audit.provenance"],
);

export const PROFILE_ROWS = [...TRACE, ...INSPECT, ...DYNAMIC, ...PROVENANCE, ...CRYPTO, ...AUDIT];
