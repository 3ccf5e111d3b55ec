/** What an agent developer gives the client. */
import type { Crypto } from "../core/crypto";
import type { AgentHooksOffer } from "../core/wire/agent-hooks";
import type { GuardianTrust } from "./guardian-trust";
import type { Posture } from "./posture";
import type { HostRecord } from "./records";
import type { Signer } from "./signers";

export interface GuardianClientOptions {
  /** Where the Guardian takes ACS messages, such as `http://127.0.0.1:8787/acs`. */
  readonly url: string;
  /** The registered `agent_id`. */
  readonly agentId: string;
  readonly keyId: string;
  /** An HMAC key's secret: 32 bytes or more, or their base64 text as shown when the key was made. Or else `signer`. */
  readonly secret?: Uint8Array | string;
  /** Signs with a key whose public half is registered (`createSigner`). Needs `guardianKeys` to check the answers. */
  readonly signer?: Signer;
  readonly guardianKeys?: GuardianTrust;
  /** Local failure posture; combined with the negotiated one, the stricter holds. Default `deny`. */
  readonly posture?: Posture;
  /** Longest wait for the answer to one message, ms. Default the negotiated timeout, which also holds where it is shorter. */
  readonly timeoutMs?: number;
  /** How long after a timeout an answer is still awaited, only to be recorded as ignored, ms. Default 30 000. */
  readonly lateAnswerMs?: number;
  /** How often a tool's result is offered before `result_undelivered` is recorded. Default 6. */
  readonly resultAttempts?: number;
  /** ms since the epoch. Default the system clock. */
  readonly clock?: () => number;
  readonly fetch?: typeof fetch;
  readonly crypto?: Crypto;
  /** Everything worth keeping, as it happens; without argument values or secrets. A throw is ignored. */
  readonly onRecord?: (record: HostRecord) => void;
}

export interface OpenOptions {
  readonly sessionId?: string;
  readonly platform?: string;
  readonly platformVersion?: string;
  readonly environment?: "development" | "staging" | "production";
  readonly userContext?: { readonly user_id?: string; readonly roles?: readonly string[] };
  /** ACS methods that this agent will send. Default: the ACS-Core floor. */
  readonly methods?: readonly string[];
  /** What the hello offers beside the methods. Default: `acs-core`, no provenance, nothing wrapped. */
  readonly profiles?: readonly string[];
  /** With `deterministic`, every data-bearing field of every step must say where it comes from (ACS §7). */
  readonly provenanceProducer?: "deterministic" | "none";
  readonly wrappedProtocols?: readonly { readonly protocol: string; readonly version: string }[];
  /** Said by a host of Agent Hooks (decision 0040). */
  readonly agentHooks?: AgentHooksOffer;
  /** Payload of `steps/sessionStart`. Default `{}`. */
  readonly sessionStart?: Record<string, unknown>;
}
