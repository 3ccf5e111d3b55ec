/** The active bundle of each tenant, loaded once per digest. The journal compares the epoch, so a stale one never decides. */
import { err, type Result } from "../core/result";
import type { Engine, LoadedBundle, Store } from "./ports";

export interface PolicyFailure {
  readonly reason: string;
  readonly message: string;
}

export class Policies {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #loaded = new Map<string, LoadedBundle>();

  constructor(store: Store, engine: Engine) {
    this.#store = store;
    this.#engine = engine;
  }

  /** `fresh` asks the database again, after a commit said that the policy had moved. */
  async current(tenantId: string, fresh: boolean): Promise<Result<LoadedBundle, PolicyFailure>> {
    const known = this.#loaded.get(tenantId);
    if (known && !fresh) return { ok: true, value: known };
    const row = await this.#store.policy(tenantId);
    if (!row) return err({ reason: "policy_missing", message: "no policy bundle is published for this tenant" });
    if (known && known.digest === row.digest && known.epoch === row.epoch) return { ok: true, value: known };
    const loaded = this.#engine.load(row);
    if (loaded.ok) this.#loaded.set(tenantId, loaded.value);
    return loaded;
  }
}
