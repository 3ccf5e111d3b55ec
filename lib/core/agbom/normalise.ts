/** Names and versions of components in the form in which they are compared; the version may stand in either place. */
import { nobleCrypto } from "../crypto-noble";
import { toHex } from "../encoding";
import { utf8 } from "../json/canonical";
import { skeletonOf } from "../text/names";

/** What a name says once the forms of package managers are read out of it. */
export interface NameParts {
  /** Name in comparable form, namespace included. */
  readonly key: string;
  /** Package ecosystem of a package URL, such as `npm`. */
  readonly ecosystem: string | null;
  readonly version: string | null;
}

/**
 * The form in which names are equal: compatibility forms, letter case, separators, invisible characters and look-alike
 * letters make no difference. Not for showing.
 */
export function nameKey(text: string): string {
  const visible = text.length > LONGEST ? beginningOf(text, collapsed) : visibleOf(text);
  if (visible.length > LONGEST) return longKey(text, visible);
  const plain = skeletonOf(foldCase(skeletonOf(visible)));
  return plain.trim().replaceAll(SEPARATORS, "-");
}

/** What `cleaned` leaves of a long text, and no more of it than is needed to see that it is too long. */
function beginningOf(text: string, cleaned: (part: string) => string): string {
  let kept = "";
  for (let at = 0; at < text.length && kept.length <= LONGEST; at += LONGEST)
    kept += cleaned(text.slice(at, at + LONGEST));
  return kept;
}

const collapsed = (text: string): string => visibleOf(text).replaceAll(SEPARATORS, "-");

/** By length, beginning and end: enough for what nobody calls anything. */
function longKey(text: string, beginning: string): string {
  const ends = foldCase(beginning.slice(0, LONGEST)) + text.slice(-LONGEST);
  return `long:${text.length}:${toHex(nobleCrypto.sha256(utf8(ends)))}`;
}

/** Longer than any name that is banned or written in a bundle, whatever form that is in: look-alikes make no difference then. */
const LONGEST = 8_192;

const SEPARATORS = /[-_.\s\p{Pd}\p{Pc}\u2212]+/gu;

const visibleOf = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : text.replaceAll(/(?:[\p{Cf}\p{DI}]|(?!\s)\p{Cc})+/gu, "");

// Upper case first: it is what joins forms such as the two small sigmas.
const foldCase = (text: string): string => text.toUpperCase().toLowerCase();

const PURL = /^pkg:\/*([a-z0-9.+-]+)\/([^?#]+)/i;
/** `name@1.2.3`, `@scope/name@1.2.3`, `name==1.2.3`, and the tags that registries give to versions. */
const PINNED = /^(.+?)(?:@|==)([vV]?\d[^@=/\s]*|latest|next|stable|canary|nightly|alpha|beta|rc|dev|edge)$/;

/** Reads a package URL, `name@version` or a bare name. Never fails: what is no such form is a name. */
export function parseName(text: string): NameParts {
  const trimmed = text.length > LONGEST ? beginningOf(text, collapsed).trim() : text.trim();
  if (trimmed.length > LONGEST) return { key: nameKey(text), ecosystem: null, version: null };
  const purl = PURL.exec(trimmed);
  const whole = purl ? (purl[2] ?? "") : trimmed;
  const pinned = purl ? cutVersion(whole) : (PINNED.exec(whole)?.slice(1, 3) ?? null);
  const [name, version] = pinned ?? [whole, null];
  return {
    key: nameKey(decode(name ?? whole).replace(/\/+$/, "")),
    ecosystem: purl ? nameKey(purl[1] ?? "") : null,
    version: version === null || version === undefined ? null : decode(version),
  };
}

/** In a package URL the version follows the last `@` that is not the scope's. */
function cutVersion(path: string): readonly [string, string] | null {
  const at = path.lastIndexOf("@");
  return at > 0 && path[at - 1] !== "/" && !path.slice(at).includes("/")
    ? [path.slice(0, at), path.slice(at + 1)]
    : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Names of package ecosystems, as providers of components spell them. */
const ECOSYSTEMS: { readonly [spelling: string]: string } = {
  npmjs: "npm",
  "npmjs-com": "npm",
  pip: "pypi",
  python: "pypi",
  "pypi-org": "pypi",
  rubygems: "gem",
  crates: "cargo",
  "crates-io": "cargo",
  go: "golang",
};
const KNOWN = new Set([
  "npm",
  "pypi",
  "gem",
  "cargo",
  "golang",
  "maven",
  "nuget",
  "docker",
  "oci",
  "github",
  "huggingface",
]);

/** The ecosystem that a provider is, null when it is none: a vendor, a server. */
export function ecosystemOf(provider: string): string | null {
  const key = nameKey(provider);
  const name = Object.hasOwn(ECOSYSTEMS, key) ? (ECOSYSTEMS[key] ?? key) : key;
  return KNOWN.has(name) ? name : null;
}

/** `mcp__server__tool`: how clients of MCP name a server's tool. Null for every other name. */
export function mcpToolName(name: string): { readonly server: string; readonly tool: string } | null {
  const visible = name.length > LONGEST ? beginningOf(name, visibleOf) : visibleOf(name);
  const parts = /^mcp__(.+?)__(.+)$/is.exec(visible.normalize("NFKC").trim());
  return parts ? { server: parts[1] ?? "", tool: parts[2] ?? "" } : null;
}
