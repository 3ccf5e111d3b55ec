/** Before the first agent: the active bundle loads, or the start is refused (a policy that cannot be read allows nothing). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleDigest } from "../core/policy/bundle";
import { DEFAULT_BUNDLE } from "../core/policy/default-bundle";
import { nodeCrypto } from "../server/crypto-node";
import { publishBundle } from "../storage/bundles";
import { type World, world } from "../testing/world";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

describe("warming a Guardian", () => {
  it("succeeds with a good bundle", async () => {
    expect(await w.guardian.warm("default")).toEqual({ ok: true, value: undefined });
  });

  it.each(["not a bundle", JSON.stringify({ ...DEFAULT_BUNDLE, policies: [{ id: "p", text: "permit (typo" }] })])(
    "fails and names the fault for %s",
    async (content) => {
      const digest = bundleDigest(nodeCrypto, content);
      await publishBundle(w.container.pool, { tenantId: "default", content, digest, publishedBy: null });
      const warmed = await w.guardian.warm("default");
      expect(warmed).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/\S/) } });
    },
  );

  it("fails for a tenant without any policy", async () => {
    expect(await w.guardian.warm("nobody")).toMatchObject({ ok: false, failure: { reason: "policy_missing" } });
  });
});
