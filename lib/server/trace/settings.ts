/** Where traces go, from the environment (README, Settings). Nothing is sent anywhere unless a variable says so. */
import { EnvironmentError } from "../env";

export type SinkSettings =
  | { readonly kind: "otlp"; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "ocsf-file"; readonly path: string }
  | { readonly kind: "ocsf-http"; readonly url: string }
  | { readonly kind: "ocsf-syslog"; readonly transport: "tcp" | "udp"; readonly host: string; readonly port: number };

export interface TraceSettings {
  readonly sinks: readonly SinkSettings[];
  /** Payloads travel too, redacted and cut. */
  readonly content: boolean;
  /** Told to agents in the handshake. */
  readonly announce: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

export function traceSettings(env: Variables = process.env): TraceSettings {
  const set = (name: string): string | null => env[name]?.trim() || null;
  const sinks: SinkSettings[] = [];
  const otlp = set("GUARDIAN_OTLP_URL");
  if (otlp) sinks.push({ kind: "otlp", url: tracesUrl(otlp), headers: headersOf(set("GUARDIAN_OTLP_HEADERS") ?? "") });
  const file = set("GUARDIAN_OCSF_FILE");
  if (file) sinks.push({ kind: "ocsf-file", path: file });
  const url = set("GUARDIAN_OCSF_URL");
  if (url) sinks.push({ kind: "ocsf-http", url: httpUrl("GUARDIAN_OCSF_URL", url).href });
  const syslog = set("GUARDIAN_OCSF_SYSLOG");
  if (syslog) sinks.push(syslogOf(syslog));
  return { sinks, content: flag(env, "GUARDIAN_TRACE_CONTENT"), announce: flag(env, "GUARDIAN_OTLP_ANNOUNCE") };
}

function flag(env: Variables, name: string): boolean {
  const text = env[name] ?? "";
  if (!["", "0", "1"].includes(text)) throw new EnvironmentError(`${name} must be 0 or 1`);
  return text === "1";
}

function httpUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new EnvironmentError(`${name} must be an http or https URL`);
  }
  return url;
}

/** A collector's base address, as OpenTelemetry's own settings name it, or the full one. */
function tracesUrl(text: string): string {
  const url = httpUrl("GUARDIAN_OTLP_URL", text);
  if (url.pathname === "/") url.pathname = "/v1/traces";
  return url.href;
}

/** `name=value,name=value`, values percent-encoded, as in OTEL_EXPORTER_OTLP_HEADERS. */
function headersOf(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of text.split(",").filter((part) => part.trim() !== "")) {
    const [name = "", ...value] = pair.split("=");
    if (!/^[A-Za-z0-9-]+$/.test(name.trim()) || value.length === 0) {
      throw new EnvironmentError("GUARDIAN_OTLP_HEADERS must be name=value pairs with commas between them");
    }
    headers[name.trim()] = decoded(value.join("=").trim());
  }
  return headers;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new EnvironmentError("GUARDIAN_OTLP_HEADERS holds a value that is not percent-encoded");
  }
}

function syslogOf(text: string): SinkSettings {
  const url = URL.canParse(text) ? new URL(text) : null;
  const transport = url?.protocol.slice(0, -1);
  const port = Number(url?.port || "514");
  if (!url || (transport !== "tcp" && transport !== "udp") || url.hostname === "" || port < 1) {
    throw new EnvironmentError("GUARDIAN_OCSF_SYSLOG must be tcp://host:port or udp://host:port");
  }
  return { kind: "ocsf-syslog", transport, host: url.hostname.replace(/^\[|\]$/g, ""), port };
}

/** What a handshake says of it (W§5). */
export function traceCapability({ sinks, announce }: TraceSettings) {
  const otlp = sinks.find((sink) => sink.kind === "otlp");
  return {
    otel: otlp !== undefined,
    ocsf: sinks.some((sink) => sink.kind !== "otlp"),
    ...(otlp && announce ? { otelCollectorEndpoint: otlp.url } : {}),
  };
}
