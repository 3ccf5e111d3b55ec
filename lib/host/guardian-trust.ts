/** The Guardian keys that a client believes: given by its caller, or fetched from an address that the caller chose to trust. */
import { type KeyFile, readKeyFile } from "../core/evidence/keys";
import { err, ok, type Result } from "../core/result";
import type { VerifyingKey } from "../core/signing/registry";

export type GuardianTrust =
  /** The text of the document that the Guardian publishes, or of a list of its keys, kept from a trusted moment. */
  | { readonly document: string }
  /** Believes what this address says when a session opens and when an answer names a new key, such as `https://guardian.example/.well-known/guardian-keys.json`. */
  | { readonly fetchFrom: string };

const FETCH_MS = 10_000;

const REFETCH_MS = 5_000;

/** The Guardian's keys as one session knows them. */
export class GuardianKeys {
  readonly #fetch: () => Promise<Result<ReadonlyMap<string, VerifyingKey>, string>>;
  readonly #isFetched: boolean;
  #keys: ReadonlyMap<string, VerifyingKey> = new Map();
  #nextFetch = 0;

  constructor(trust: GuardianTrust, get: typeof fetch) {
    this.#isFetched = "fetchFrom" in trust;
    this.#fetch = () => readTrust(trust, get);
  }

  get(keyId: string): VerifyingKey | undefined {
    return this.#keys.get(keyId);
  }

  /** Reads them; the failure says why they cannot be had. */
  async read(): Promise<Result<void, string>> {
    const keys = await this.#fetch();
    if (!keys.ok) return keys;
    this.#keys = keys.value;
    return ok(undefined);
  }

  /** True when there may be other keys now: the Guardian makes new ones at first use and when it rotates. */
  async readAgain(): Promise<boolean> {
    if (!this.#isFetched || performance.now() < this.#nextFetch) return false;
    this.#nextFetch = performance.now() + REFETCH_MS;
    return (await this.read()).ok;
  }
}

async function readTrust(
  trust: GuardianTrust,
  get: typeof fetch,
): Promise<Result<ReadonlyMap<string, VerifyingKey>, string>> {
  const text = "document" in trust ? trust.document : await fetched(trust.fetchFrom, get);
  if (text === null) return err("the Guardian's keys cannot be fetched");
  const file: Result<KeyFile, { readonly message: string }> = readKeyFile(text);
  return file.ok ? ok(file.value.messages) : err(`the Guardian's keys: ${file.failure.message}`);
}

async function fetched(url: string, get: typeof fetch): Promise<string | null> {
  try {
    const answer = await get(url, { signal: AbortSignal.timeout(FETCH_MS), redirect: "error" });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
