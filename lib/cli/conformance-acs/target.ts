/** What a conformance run is made against: a way to send bytes, identities to sign with, and what else can be had. */

import type { JsonObject } from "../../core/json/value";
import type { Disposition } from "../../core/policy/types";
import type { SignatureAlgorithm } from "../../core/signing/algorithms";
import type { Signer } from "../../core/signing/scheme";
import type { Transport } from "../../core/wire/capabilities";
import type { MessageKey } from "../../core/wire/signature";

/** An agent with one key. */
export interface Identity {
  readonly agentId: string;
  readonly keyId: string;
  readonly algorithm: SignatureAlgorithm;
  signerFor(sessionId: string): Signer;
  /** What an answer that names this key is checked with; undefined for a key that is unknown here. */
  answerKey(sessionId: string, keyId: string): MessageKey | undefined;
  /** The input secret, of HMAC identities. */
  readonly secret?: Uint8Array;
}

export interface ToolStimulus {
  readonly tool: string;
  readonly arguments: { readonly [name: string]: unknown };
}

/** What only the operator of a target can see or do. Ours gives all of it; of others nothing is known. */
export interface Inside {
  /** The evidence pack of a session, as the console exports it. */
  evidence(sessionId: string): Promise<JsonObject>;
  /** The session's AgBOM in one of the forms that the handshake names. */
  agbom(sessionId: string, format: string): Promise<string>;
  /** OCSF events emitted so far; null where the target emits none that can be read here. */
  ocsf(): Promise<readonly JsonObject[] | null>;
  /** Turns policy's demand for provenance on and off. */
  requireProvenance(on: boolean): Promise<void>;
}

export interface Target {
  /** For the table's column: listener, next, stdio, or the URL's host. */
  readonly name: string;
  readonly transport: Transport;
  /** One message, or a batch, as bytes; resolves to the bytes of the answer. */
  post(bytes: Uint8Array): Promise<Uint8Array>;
  readonly main: Identity;
  /** Further keys by algorithm; SLH-DSA only where the run is patient. */
  readonly keys: ReadonlyMap<SignatureAlgorithm, Identity>;
  /** Agents set up as unable to apply edits, or to route questions. */
  readonly unable: { readonly modify?: Identity; readonly ask?: Identity };
  /** Calls that the target's policy is known to answer with each disposition. */
  readonly stimuli: { readonly [disposition in Disposition]?: ToolStimulus };
  readonly inside: Inside | null;
}
