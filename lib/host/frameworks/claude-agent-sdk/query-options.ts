/** Options of `query()`: which ones cannot be governed, and how the SDK is led to the gateway. */

type Options = { readonly [option: string]: unknown };

/** Each could change a call after it was judged, or bring in hooks and settings that no point sees. */
const REFUSED = [
  "hooks",
  "canUseTool",
  "permissionPromptToolName",
  "plugins",
  "settings",
  "managedSettings",
  "extraArgs",
];

/** Ways to a model that lead past the gateway. */
const ELSEWHERE = /^CLAUDE_CODE_USE_(BEDROCK|VERTEX|FOUNDRY|MANTLE|GATEWAY|ANTHROPIC_AWS|ANTHROPIC_GOOGLE_CLOUD)$/;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The first option that a governed run cannot have, or null. */
export function refusedOption(options: Options): string | null {
  const refused = REFUSED.find((name) => options[name] !== undefined);
  if (refused !== undefined) return `options.${refused}`;
  const sources = options.settingSources;
  if (sources !== undefined && !(Array.isArray(sources) && sources.length === 0)) return "options.settingSources";
  const elsewhere = Object.entries(environmentOf(options)).find(([name, value]) => ELSEWHERE.test(name) && isOn(value));
  return elsewhere === undefined ? null : `${elsewhere[0]} in its environment`;
}

const isOn = (value: unknown): boolean => value !== undefined && value !== "" && value !== "0" && value !== "false";

/** The SDK gives its process this environment alone, or its own where there is none. */
function environmentOf({ env }: Options): Record<string, unknown> {
  if (isRecord(env)) return env;
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return { ...process?.env };
}

export function upstreamOf(options: Options): string {
  const given = environmentOf(options).ANTHROPIC_BASE_URL;
  return typeof given === "string" && given !== "" ? given : "https://api.anthropic.com";
}

/** No settings from files: they could name another address of the model, and hooks of their own. */
export function withGateway(options: Options, url: string): Record<string, unknown> {
  const env = environmentOf(options);
  const direct = [env.NO_PROXY ?? env.no_proxy, "127.0.0.1"].filter(Boolean).join(",");
  return {
    ...options,
    settingSources: [],
    env: { ...env, ANTHROPIC_BASE_URL: url, NO_PROXY: direct, no_proxy: direct },
  };
}
