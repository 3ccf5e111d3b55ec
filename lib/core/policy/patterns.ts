/** Patterns of a bundle that say which calls are meant: `filesystem.delete`, `network.*`, `tool:refund_payment`, `*`. */
import { nameKey } from "../agbom/normalise";
import type { Call } from "./call";

const CAPABILITY = /^(?:\*|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\.\*)?)$/;
const TOOL = /^[^*\s][^*]*\*?$/u;
const LONGEST = 200;

export const isToolPattern = (text: string): boolean => text.length <= LONGEST && TOOL.test(text);

export const isPattern = (text: string): boolean =>
  text.startsWith("tool:")
    ? isToolPattern(text.slice("tool:".length))
    : text.length <= LONGEST && CAPABILITY.test(text);

export const matchesCall = (patterns: readonly string[], call: Call): boolean =>
  patterns.some((pattern) => matchesPattern(pattern, call));

/** Spelling does not get a call past a rule: case counts nowhere, and names of tools are compared as bans compare them. */
function matchesPattern(pattern: string, { tool, capability }: Call): boolean {
  if (pattern === "*") return true;
  if (pattern.startsWith("tool:")) return matchesTool(pattern.slice("tool:".length), tool);
  if (capability === undefined) return false;
  const sent = capability.trim().toLowerCase();
  const wanted = pattern.toLowerCase();
  if (!wanted.endsWith(".*")) return sent === wanted;
  return sent === wanted.slice(0, -2) || sent.startsWith(wanted.slice(0, -1));
}

/** A tool name, or the beginning of one before a `*`. Servers' tools also count under their bare name. */
export function matchesTool(pattern: string, tool: string): boolean {
  const wanted = nameKey(pattern.endsWith("*") ? pattern.slice(0, -1) : pattern);
  const names = [nameKey(tool), nameKey(tool.replace(/^mcp__.+?__/, ""))];
  return names.some((name) => (pattern.endsWith("*") ? name.startsWith(wanted) : name === wanted));
}
