/** Patterns of a bundle that say which calls are meant: `filesystem.delete`, `network.*`, `tool:refund_payment`, `*`. */
import { mcpToolName, nameKey } from "../agbom/normalise";

const CAPABILITY = /^(?:\*|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\.\*)?)$/;
const TOOL = /^[^*\s][^*]*\*?$/u;
const LONGEST = 200;

export const isToolPattern = (text: string): boolean => text.length <= LONGEST && TOOL.test(text);

export const isPattern = (text: string): boolean =>
  text.startsWith("tool:")
    ? isToolPattern(text.slice("tool:".length))
    : text.length <= LONGEST && CAPABILITY.test(text);

/** The names under which a tool counts: its own, and the bare one of a server's tool. Taken once for each call. */
export const toolKeys = (tool: string): readonly string[] => [
  ...new Set([nameKey(tool), nameKey(mcpToolName(tool)?.tool ?? tool)]),
];

export interface PatternSubject {
  readonly toolKeys: readonly string[];
  readonly capability?: string;
}

export const matchesAny = (patterns: readonly string[], subject: PatternSubject): boolean =>
  patterns.some((pattern) => matchesPattern(pattern, subject));

/** Spelling does not get a call past a rule: case counts nowhere, and names of tools are compared as bans compare them. */
function matchesPattern(pattern: string, { toolKeys: keys, capability }: PatternSubject): boolean {
  if (pattern === "*") return true;
  if (pattern.startsWith("tool:")) return matchesTool(pattern.slice("tool:".length), keys);
  if (capability === undefined) return false;
  const sent = capability.trim().toLowerCase();
  const wanted = pattern.toLowerCase();
  if (!wanted.endsWith(".*")) return sent === wanted;
  return sent === wanted.slice(0, -2) || sent.startsWith(wanted.slice(0, -1));
}

/** `pattern` is a tool's name, or the beginning of one before a `*`. */
export function matchesTool(pattern: string, keys: readonly string[]): boolean {
  const isBeginning = pattern.endsWith("*");
  const wanted = patternKey(isBeginning ? pattern.slice(0, -1) : pattern);
  return keys.some((key) => (isBeginning ? key.startsWith(wanted) : key === wanted));
}

const known = new Map<string, string>();
const KNOWN = 4096;

/** `nameKey` of a text of the bundle, which comes again at every call. */
export function patternKey(pattern: string): string {
  const kept = known.get(pattern);
  if (kept !== undefined) return kept;
  if (known.size >= KNOWN) known.clear();
  const key = nameKey(pattern);
  known.set(pattern, key);
  return key;
}
