/** The parts of the Claude Agent SDK that the adapter touches, by their shape alone: the package itself is not imported. */

/** The SDK's `query`. Written as a method, so that the SDK's own narrower types fit. */
export type Query = {
  call(given: { prompt: string; options?: Record<string, unknown> }): AsyncIterable<unknown>;
}["call"];

export interface HookMatcher {
  readonly hooks: readonly HookCallback[];
  /** Seconds. */
  readonly timeout: number;
  /** Without this, a hook that fails lets the tool run. */
  readonly onFailure: "block";
}

export type HookCallback = (input: unknown, toolUseId?: string) => Promise<HookOutput>;

export interface HookOutput {
  readonly [member: string]: unknown;
}

export interface SdkHooks {
  readonly [event: string]: readonly HookMatcher[];
}
