/** Which keys signed the messages of an entry, as the messages say. Whether they verify is a matter of its own. */
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import type { ChainRow } from "../core/read-models/sessions";
import { readStored } from "../core/read-models/shown";

export interface Signer {
  readonly by: "agent" | "guardian";
  readonly algorithm: string;
  readonly keyId: string;
}

/** Agent first. A message that is not here, or not signed, has none. */
export function signersOf(row: ChainRow): readonly Signer[] {
  const request = objectOf(row.request);
  const response = objectOf(row.response);
  return [
    signerOf("agent", member(request, "params")),
    signerOf("guardian", member(response, "result") ?? member(response, "error")),
  ].filter((signer) => signer !== null);
}

function signerOf(by: Signer["by"], holder: JsonValue | undefined): Signer | null {
  const signature = isJsonObject(holder) ? holder.signature : undefined;
  if (!isJsonObject(signature)) return null;
  const { algorithm, key_id } = signature;
  if (typeof algorithm !== "string" || typeof key_id !== "string") return null;
  return { by, algorithm, keyId: key_id };
}

function objectOf(text: string | null): JsonObject | null {
  const value = text === null ? null : readStored(text);
  return isJsonObject(value) ? value : null;
}

const member = (object: JsonObject | null, name: string): JsonValue | undefined =>
  object !== null && Object.hasOwn(object, name) ? object[name] : undefined;
