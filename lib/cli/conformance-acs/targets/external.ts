/** Any Guardian by its URL, with the keys that its operator gave. Nothing but its wire can be seen of it. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import {
  isHybrid,
  PUBLIC_KEY_ALGORITHMS,
  type PublicKeyAlgorithm,
  type SignatureAlgorithm,
} from "../../../core/signing/algorithms";
import { readPublicKey, type VerifyingKey } from "../../../core/signing/registry";
import { createSigner, secretBytes } from "../../../host/signers";
import type { Identity, Target } from "../target";
import { hmacIdentity, publicKeyIdentity } from "./identities";
import { overHttp } from "./transports";

export interface ExternalFlags {
  readonly url: string;
  readonly "agent-id"?: string;
  readonly "key-id"?: string;
  /** Base64 of an HMAC secret. */
  readonly "secret-file"?: string;
  /** Public-key identities; see `keysSchema`. */
  readonly "keys-file"?: string;
  /** As published at /.well-known/guardian-keys.json: a file, or an address. */
  readonly "guardian-keys"?: string;
  /** Calls by the disposition that the target's policy answers them with. */
  readonly stimuli?: string;
}

const base64 = z.base64().transform((text) => new Uint8Array(Buffer.from(text, "base64")));

/** Keys of the same agent: PKCS #8 DER or raw post-quantum bytes, in base64. */
const keysSchema = z.array(
  z.strictObject({
    algorithm: z.enum(PUBLIC_KEY_ALGORITHMS as [PublicKeyAlgorithm, ...PublicKeyAlgorithm[]]),
    key_id: z.string().min(1),
    private_key: base64,
    classical_key: base64.optional(),
  }),
);

const published = z.looseObject({
  keys: z.array(z.looseObject({ key_id: z.string(), algorithm: z.string(), public_key: z.string() })),
});

const call = z.strictObject({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) });
const stimuliSchema = z.strictObject({
  allow: call.optional(),
  deny: call.optional(),
  ask: call.optional(),
  defer: call.optional(),
  modify: call.optional(),
});

/** Throws a sentence for the person at the keyboard when something is missing or unreadable. */
export async function externalTarget(flags: ExternalFlags): Promise<Target> {
  const url = new URL(flags.url);
  const { "agent-id": agentId, "key-id": keyId, "secret-file": secretFile } = flags;
  if (!agentId || !keyId || !secretFile) throw new Error("--url needs --agent-id, --key-id and --secret-file too.");
  const secret = secretBytes(readFileSync(secretFile, "utf8").trim());
  return {
    name: url.host,
    transport: url.protocol === "https:" ? "https" : "http",
    post: overHttp(flags.url),
    main: hmacIdentity({ agentId, keyId }, secret),
    keys: await publicKeys(flags, agentId),
    unable: {},
    stimuli: flags.stimuli ? stimuliSchema.parse(jsonFile(flags.stimuli)) : {},
    inside: null,
  };
}

async function publicKeys(flags: ExternalFlags, agentId: string): Promise<Map<SignatureAlgorithm, Identity>> {
  const identities = new Map<SignatureAlgorithm, Identity>();
  if (flags["keys-file"] === undefined) return identities;
  const trusted = await guardianKeys(flags["guardian-keys"]);
  for (const key of keysSchema.parse(jsonFile(flags["keys-file"]))) {
    const { algorithm, key_id: keyId, private_key: privateKey, classical_key: classicalKey } = key;
    if (isHybrid(algorithm) && !classicalKey) throw new Error(`The key ${keyId} needs its classical_key too.`);
    const made = await createSigner({ algorithm, privateKey, ...(classicalKey ? { classicalKey } : {}) });
    const signer = { algorithm, sign: made.sign.bind(made) };
    identities.set(algorithm, publicKeyIdentity({ agentId, keyId }, signer, trusted));
  }
  return identities;
}

async function guardianKeys(from: string | undefined): Promise<ReadonlyMap<string, VerifyingKey>> {
  if (from === undefined) throw new Error("--keys-file needs --guardian-keys, to check the answers with.");
  const value = /^https?:/.test(from) ? await (await fetch(from)).json() : jsonFile(from);
  const keys = new Map<string, VerifyingKey>();
  for (const { key_id, algorithm, public_key } of published.parse(value).keys) {
    const known = PUBLIC_KEY_ALGORITHMS.find((name) => name === algorithm);
    const read = known ? readPublicKey(known, public_key) : null;
    if (read?.ok) keys.set(key_id, read.value);
  }
  return keys;
}

const jsonFile = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
