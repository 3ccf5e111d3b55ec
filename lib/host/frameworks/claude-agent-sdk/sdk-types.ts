/** The parts of the Claude Agent SDK that the adapter touches, by their shape alone: the package itself is not imported. */

/** The SDK's `query`. */
export type Query = (call: {
  readonly prompt: string;
  readonly options?: { readonly [option: string]: unknown };
}) => AsyncIterable<unknown>;

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
