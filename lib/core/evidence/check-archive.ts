/** The signed archive that stands for entries before the first one of a pack. */
import type { Crypto } from "../crypto";
import { canonicalBytes } from "../json/canonical";
import type { JsonObject } from "../json/value";
import type { TrustedKey } from "./keys";
import type { EvidencePack } from "./pack";
import type { EvidenceLedger } from "./report";
import { judgeSignature } from "./trusted-signature";

export interface ArchiveCheck {
  readonly c: Crypto;
  readonly pack: EvidencePack;
  readonly keys: readonly TrustedKey[];
}

/** Nothing stands for the archived entries but this signature: without it the chain has no beginning. */
export function checkArchive({ c, pack, keys }: ArchiveCheck, ledger: EvidenceLedger): void {
  const { archive } = pack;
  if (!archive) return;
  const { checkpoint, signature } = archive;
  const bytes = canonicalBytes(checkpoint as unknown as JsonObject);
  const verdict = judgeSignature(c, keys, { keyId: signature.key_id, value: signature.value, bytes });
  const isOther = checkpoint.session_id !== pack.session.session_id || checkpoint.tenant_id !== pack.tenant_id;
  if (isOther) ledger.fault("header_mismatch", "the archive is another session's");
  if (verdict.kind === "invalid") ledger.fault("head_invalid", "the signature of the archive does not verify");
  else if (verdict.kind === "unknown_key") ledger.doubt("No key given verifies the signed archive.");
  else if (verdict.isOtherKey)
    ledger.fault("head_invalid", "the archive names another key than the one that signed it");
  ledger.note(
    `Entries 1 to ${checkpoint.count} are archived; the Guardian signed their number, last hash, summary and Intent.`,
  );
}
