/** What a deployment of this Guardian can do beyond judging: the part of a handshake's offer that no agent changes. */

export const TRANSPORTS = ["http", "https", "stdio"] as const;
export type Transport = (typeof TRANSPORTS)[number];

export interface TraceCapability {
  readonly otel: boolean;
  readonly ocsf: boolean;
  /** Told to agents when given. */
  readonly otelCollectorEndpoint?: string;
}

export interface GuardianCapabilities {
  /** Transports of this endpoint, preferred first. */
  readonly transports: readonly Transport[];
  readonly trace: TraceCapability;
  /** Forms in which an AgBOM is rendered on request (W§21). */
  readonly agbomSerializations: readonly ("canonical" | "cyclonedx-1.6" | "spdx-3.0" | "swid")[];
  /** Time-outs of single methods, where they differ from the agent's. */
  readonly timeoutMsByMethod: { readonly [method: string]: number };
}

export const DEFAULT_CAPABILITIES: GuardianCapabilities = {
  transports: ["http", "https"],
  trace: { otel: false, ocsf: false },
  agbomSerializations: ["canonical", "cyclonedx-1.6", "spdx-3.0", "swid"],
  timeoutMsByMethod: {},
};
