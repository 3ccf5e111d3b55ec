/** Secrets inside a string, known by their shape: header values, URL credentials, command flags, well-known key forms. */
import { mergeSpans, type Span } from "./mask-span";

const NAME =
  "(?:[\\w-]*[-_])?(?:password|passwd|pwd|passphrase|secret|token|api[-_]?key|apikey|access[-_]?key|private[-_]?key|client[-_]?secret|credentials?)";

/**
 * Each expression has exactly one named group, `s`: the part that is hidden. None may start twice inside one run of the
 * characters that it repeats, so that an agent cannot make the search quadratic.
 */
const SHAPES: readonly RegExp[] = [
  /\b(?:proxy-)?authorization\s*[:=]\s*"?(?:(?:bearer|basic|digest|token|negotiate|apikey|aws4-hmac-sha256)\s+)?(?<s>[^\s"',;]+)/dgi,
  /\b(?:set-)?cookie\s*:\s*(?<s>[^\r\n"']+)/dgi,
  /\b(?:bearer|basic)\s+(?<s>[A-Za-z0-9._~+/=-]{6,})/dgi,
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:(?<s>[^\s/@]+)@/dgi,
  new RegExp(`[?&;]${NAME}=(?<s>[^&#\\s"']+)`, "dgi"),
  new RegExp(`(?:^|[\\s;])--?${NAME}(?:=|\\s+)["']?(?<s>[^\\s"']+)`, "dgi"),
  new RegExp(`(?:^|[\\s;&])(?:export\\s+)?${NAME}=["']?(?<s>[^\\s"';&]+)`, "dgi"),
  new RegExp(`(?<![\\w-])x-${NAME}\\s*:\\s*(?<s>[^\\s"',;]+)`, "dgi"),
  new RegExp(`["']${NAME}["']\\s*:\\s*"(?<s>(?:[^"\\\\]|\\\\.)+)"`, "dgi"),
  new RegExp(`["']${NAME}["']\\s*:\\s*'(?<s>[^']+)'`, "dgi"),
  /(?:^|\s)(?:-u|--user|--proxy-user)(?:=|\s+)["']?[^\s:"']+:(?<s>[^\s"']+)/dg,
  /(?<![\w-])(?<s>eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*)/dg,
  /\b(?<s>(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,})/dg,
  /\b(?<s>(?:gh[pousr]|github_pat|glpat|xox[abposr]|hf|npm)[-_][A-Za-z0-9_-]{10,})/dg,
  /\b(?<s>(?:AKIA|ASIA)[A-Z0-9]{16})\b/dg,
  /\b(?<s>AIza[A-Za-z0-9_-]{30,})/dg,
  /(?<s>-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$))/dg,
];

/**
 * What at least one of must stand in a string before any shape can match it: one cheap pass for the many strings that hold
 * nothing. Each shape above is covered by the text that it cannot do without.
 */
const HINT =
  /authorization|cookie|bearer|basic|:\/\/|passw|pwd|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|-u|--user|--proxy-user|eyj|[spr]k[-_]|gh[pousr][-_]|github_pat|glpat|xox|hf[-_]|npm[-_]|akia|asia|aiza|-----begin/i;

/** False when `secretSpans` finds nothing in the text; true says nothing. */
export const mayHoldSecret = (text: string): boolean => HINT.test(text);

/** The hidden ranges of a string, sorted and disjoint; hosts, paths, user names and flag names are left out of them. */
export function secretSpans(text: string): readonly Span[] {
  if (!mayHoldSecret(text)) return [];
  return everySpan(text);
}

/** Every shape on its own. */
export function everySpan(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const shape of SHAPES) {
    for (const match of text.matchAll(shape)) {
      const range = match.indices?.groups?.s;
      if (range) spans.push(range);
    }
  }
  return mergeSpans(spans);
}
