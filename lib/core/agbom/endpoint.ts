/** Whether an endpoint lies under a banned one: an origin, or a URL prefix that ends at a path boundary. */

export type EndpointVerdict = "inside" | "outside" | "unknown";

interface Place {
  /** Null matches any scheme. */
  readonly scheme: string | null;
  readonly name: string;
  /** The name, and the port that the scheme does not leave out. */
  readonly host: string;
  readonly segments: readonly string[];
}

/** `ban` may leave the scheme out, and with it the port: then it is any. User info, query and fragment of either make no difference. */
export function underEndpoint(endpoint: string, ban: string): EndpointVerdict {
  if (endpoint.trim() === ban.trim()) return "inside";
  const place = placeOf(endpoint);
  const wanted = placeOf(ban);
  if (place === null || wanted === null) return "unknown";
  const sameScheme = wanted.scheme === null || wanted.scheme === place.scheme;
  const under = wanted.segments.every((segment, index) => place.segments[index] === segment);
  const isAnyPort = wanted.scheme === null && wanted.host === wanted.name;
  const sameHost = isAnyPort ? wanted.name === place.name : wanted.host === place.host;
  return sameScheme && sameHost && under ? "inside" : "outside";
}

/** True for what can serve as the endpoint of a ban. */
export const isEndpoint = (text: string): boolean => placeOf(text) !== null;

function placeOf(text: string): Place | null {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  const url = parse(hasScheme ? trimmed : `https://${trimmed}`);
  if (url === null || (!hasScheme && /[\s:]/.test(trimmed.replace(/:\d+(?=\/|$)/, "")))) return null;
  return {
    scheme: hasScheme ? url.protocol : null,
    name: nameOf(url),
    host: url.port === "" ? nameOf(url) : `${nameOf(url)}:${url.port}`,
    segments: url.pathname
      .split("/")
      .filter((segment) => segment !== "")
      .map(decode),
  };
}

const parse = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Lower case, without the root's dot. */
const nameOf = (url: URL): string => url.hostname.toLowerCase().replace(/\.$/, "");

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
