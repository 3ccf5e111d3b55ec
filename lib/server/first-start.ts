/** What a new database needs before the first agent or person comes: schema, policy, keys, and a way in. */
import { bundleDigest, bundleText } from "../core/policy/bundle";
import { DEFAULT_BUNDLE } from "../core/policy/default-bundle";
import { hasBundle, publishBundle } from "../storage/bundles";
import { migrate } from "../storage/migrate";
import { createPool } from "../storage/pool";
import { nodeCrypto } from "./crypto-node";
import { openKeyRing } from "./keyring";
import { ensureSetupLink, TENANT } from "./people";

/** Idempotent. Returns the one-time set-up link while nobody has an account yet. */
export async function prepareDatabase(url: string, master: Buffer): Promise<string | null> {
  await migrate(url);
  const pool = createPool(url, { max: 2 });
  try {
    await openKeyRing(pool, master);
    if (!(await hasBundle(pool, TENANT))) {
      const content = bundleText(DEFAULT_BUNDLE);
      await publishBundle(pool, {
        tenantId: TENANT,
        content,
        digest: bundleDigest(nodeCrypto, content),
        publishedBy: null,
      });
    }
    return await ensureSetupLink(pool);
  } finally {
    await pool.end();
  }
}
