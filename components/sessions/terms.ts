/** Readable parts of the negotiated terms. */
import { isJsonObject } from "@/lib/core/json/value";
import { readStored } from "@/lib/core/read-models/shown";

/** Empty when none were negotiated or the text is unreadable. */
export function profilesOf(terms: string): readonly string[] {
  const value = readStored(terms);
  if (!isJsonObject(value)) return [];
  const profiles = value.profiles_accepted;
  return Array.isArray(profiles) ? profiles.filter((name): name is string => typeof name === "string") : [];
}
