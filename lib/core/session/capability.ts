/** Capabilities of an Intent (W§6, W§11): one covers another when every member that it names fits. */
import { member } from "../json/build";
import { isJsonObject, type JsonValue } from "../json/value";
import type { Capability } from "./context";

const MEMBERS = ["tool", "operation", "resource"] as const;

/** A capability as sent, without members that ACS does not define. */
export function capabilityOf(value: JsonValue): Capability | null {
  if (!isJsonObject(value)) return null;
  const made: { tool?: string; operation?: string; resource?: string } = {};
  for (const name of MEMBERS) {
    const text = member(value, name);
    if (typeof text === "string") made[name] = text;
  }
  return made;
}

/** What `allowed` does not name is not restricted (W§6); what it names must be there and fit. */
export const covers = (allowed: Capability, wanted: Capability): boolean =>
  MEMBERS.every((name) => {
    const pattern = allowed[name];
    const text = wanted[name];
    return pattern === undefined || (text !== undefined && fits(pattern, text));
  });

export const coveredBy = (allowed: readonly Capability[], wanted: Capability): boolean =>
  allowed.some((capability) => covers(capability, wanted));

/**
 * Equal, or below a pattern that ends in `*` after a separator: `docs/*`, `email.*`. A text that climbs (`docs/../etc`,
 * also percent-encoded) is below nothing.
 */
export function fits(pattern: string, text: string): boolean {
  if (pattern === text || pattern === "*") return true;
  if (!/[./:]\*$/.test(pattern)) return false;
  const stem = pattern.slice(0, -1);
  return text.startsWith(stem) && text.length > stem.length && !climbs(text);
}

const climbs = (text: string): boolean =>
  /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(text.replaceAll(/%2e/gi, ".").replaceAll(/%2f/gi, "/").replaceAll(/%5c/gi, "\\"));
