/** The options of a contract, checked and frozen before the first emission. */
import type { Seam } from "./approval";
import { MAX_CONTEXT_BYTES } from "./bounds";
import { type Profile, profileOf } from "./composition/compose";
import { type Identifier, identifierOf } from "./identity";
import { checkedLimit } from "./timeouts";
import {
  type ContractOptions,
  INTERCEPTION_POINTS,
  type InterceptionPoint,
  type Interceptor,
  type Mode,
} from "./types";

export const INTERCEPTOR_TIMEOUT_MS = 5_000;
/** For people. */
export const RESOLVER_TIMEOUT_MS = 30 * 60_000;
export const KEPT_RECORDS = 1_000;

export interface Settings {
  readonly interceptors: readonly Interceptor[];
  readonly profile: Profile;
  readonly identifier: Identifier;
  readonly seam: Seam | null;
  readonly interceptorTimeoutMs: number;
  readonly maxContextBytes: number;
  readonly keptRecords: number;
  modeAt(point: InterceptionPoint): Mode;
}

/** Throws TypeError on options that do not say what is to be enforced: such a host must not start. */
export function settingsOf(options: ContractOptions): Settings {
  const identifier = identifierOf(options.identityProvider);
  const { resolver = null, redactForApproval: redact } = options;
  const resolverMs = checkedLimit("resolverTimeoutMs", options.resolverTimeoutMs ?? RESOLVER_TIMEOUT_MS);
  return {
    interceptors: options.interceptors.map(checkedInterceptor),
    profile: profileOf(options.composition),
    identifier,
    seam: resolver === null ? null : { resolver, redact, identifier, timeoutMs: resolverMs },
    interceptorTimeoutMs: checkedLimit("interceptorTimeoutMs", options.interceptorTimeoutMs ?? INTERCEPTOR_TIMEOUT_MS),
    maxContextBytes: atLeastOne("maxContextBytes", options.maxContextBytes ?? MAX_CONTEXT_BYTES),
    keptRecords: atLeastOne("keptRecords", options.keptRecords ?? KEPT_RECORDS),
    modeAt: modesOf(options.mode ?? "enforce"),
  };
}

function checkedInterceptor(interceptor: Interceptor): Interceptor {
  const { name, at } = interceptor;
  if (name !== undefined && typeof name !== "string") throw new TypeError("interceptors: a name is text");
  if (at?.some((point) => !INTERCEPTION_POINTS.includes(point))) throw new TypeError("interceptors: no such point");
  return {
    ...(name === undefined ? {} : { name }),
    ...(at === undefined ? {} : { at: [...at] }),
    intercept: (context, signal) => interceptor.intercept(context, signal),
  };
}

function modesOf(mode: NonNullable<ContractOptions["mode"]>): (point: InterceptionPoint) => Mode {
  const modes = typeof mode === "string" ? INTERCEPTION_POINTS.map((point) => [point, mode]) : Object.entries(mode);
  const chosen = new Map<string, Mode>();
  for (const [point, one] of modes as [string, Mode][]) {
    if (one !== "enforce" && one !== "evaluate_only") throw new TypeError("mode: enforce or evaluate_only");
    if (!INTERCEPTION_POINTS.includes(point as InterceptionPoint)) throw new TypeError("mode: no such point");
    chosen.set(point, one);
  }
  return (point) => chosen.get(point) ?? "enforce";
}

function atLeastOne(name: string, value: number): number {
  if (!(value >= 1)) throw new TypeError(`${name}: at least 1`);
  return value;
}
