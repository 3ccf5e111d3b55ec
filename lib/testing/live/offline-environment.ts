/** The environment in which Claude Code talks to nobody but a model on this machine, and leaves nothing behind. */
export function offlineEnvironment(home: string, modelUrl: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: home,
    TMPDIR: home,
    CLAUDE_CONFIG_DIR: `${home}/.claude`,
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "no-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_MAX_RETRIES: "0",
    NO_PROXY: "127.0.0.1",
  };
}
