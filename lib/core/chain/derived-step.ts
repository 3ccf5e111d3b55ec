/** Ids of the steps that the Guardian makes of one intercepted context (decision 0040): fixed by its request_id and place. */
import type { Crypto } from "../crypto";
import { toHex } from "../encoding";
import { utf8 } from "../json/canonical";
import { foldUuid } from "../wire/shapes";

/** No point stands for more. */
export const MAX_DERIVED_STEPS = 8;

/** A UUID of version 8 (RFC 9562): made of a hash, so that nobody needs to be told it. `index` counts from 0. */
export function derivedStepId(c: Crypto, requestId: string, index: number): string {
  const hash = c.sha256(utf8(`agent-hooks-step/1\n${foldUuid(requestId)}\n${index}`)).slice(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = toHex(hash);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Is this the id of one of the steps that derive from the message of that id? */
export function isDerivedStepId(c: Crypto, requestId: string, stepId: string): boolean {
  for (let index = 0; index < MAX_DERIVED_STEPS; index += 1) {
    if (derivedStepId(c, requestId, index) === stepId) return true;
  }
  return false;
}
