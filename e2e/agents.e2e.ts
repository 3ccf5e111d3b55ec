/** Agents and keys, managed by keyboard and pointer; what the key can do is tried with a real agent. */
import { generateKeyPairSync } from "node:crypto";
import { ml_dsa65 } from "@noble/post-quantum/ml-dsa.js";
import { api, routes } from "../lib/console/routes";
import { createGuardianClient } from "../lib/host/client";
import { createSigner } from "../lib/host/signers";
import { acsUrl, expect, expectNoAxeViolations, test } from "./fixtures";

const newId = () => `made-${crypto.randomUUID().slice(0, 8)}`;

test("an admin registers an agent, gives its key to it, and revokes the key under an open session", async ({
  pageOf,
}) => {
  const page = await pageOf("admin");
  const agentId = newId();
  await page.goto(routes.agents());
  await page.getByRole("button", { name: "Register agent" }).click();
  const form = page.getByRole("dialog", { name: "Register an agent" });
  await form.getByLabel("Agent id").fill("not an id");
  await form.getByLabel("Name").fill("Made in the browser");
  await form.getByRole("button", { name: "Register agent" }).click();
  await expect(form.getByText(/Letters, digits and/)).toBeVisible();
  await form.getByLabel("Agent id").fill(agentId);
  await form.getByRole("button", { name: "Register agent" }).click();

  const once = page.getByRole("dialog", { name: "New key" });
  const keyId = (await once.locator("code[data-once='Key id']").textContent()) ?? "";
  const secret = (await once.locator("code[data-once='Secret']").textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect(once).toBeVisible();
  await expectNoAxeViolations(page);
  await once.getByRole("button", { name: "I have kept it" }).click();

  const opened = await createGuardianClient({ url: acsUrl(), agentId, keyId, secret }).open();
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  await page
    .getByRole("row", { name: new RegExp(agentId) })
    .getByRole("link")
    .click();
  await expect(page.getByText("1 session", { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("button", { name: `Actions for key ${keyId}` }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Rotate" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Revoke" })).toBeFocused();
  await page.keyboard.press("Enter");
  const confirm = page.getByRole("alertdialog");
  await expect(confirm).toContainText("1 open session will be closed");
  await confirm.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Key revoked: 1 session closed, 0 approvals cancelled", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(keyId) })).toContainText("Revoked");
  expect((await opened.value.userMessage("hello")).ok).toBe(false);
});

test("an admin registers a hybrid public key, sees its fingerprint, and the agent signs with it", async ({
  pageOf,
}) => {
  const page = await pageOf("admin");
  const agentId = newId();
  await page.goto(routes.agents());
  await page.getByRole("button", { name: "Register agent" }).click();
  const form = page.getByRole("dialog", { name: "Register an agent" });
  await form.getByLabel("Agent id").fill(agentId);
  await form.getByLabel("Name").fill("Post-quantum");
  await form.getByRole("button", { name: "Register agent" }).click();
  await page.getByRole("button", { name: "I have kept it" }).click();
  await page
    .getByRole("row", { name: new RegExp(agentId) })
    .getByRole("link")
    .click();

  const pqc = ml_dsa65.keygen();
  const classical = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = String(classical.publicKey.export({ format: "pem", type: "spki" }));
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog", { name: "New key" });
  await dialog.getByLabel("Algorithm").selectOption("ML-DSA-65+ECDSA-P256");
  await dialog.getByLabel("ECDSA-P256 public key", { exact: true }).fill(pem);
  await dialog.getByRole("button", { name: "Register key" }).click();
  await expect(dialog.getByText(/ML-DSA-65 public key in base64/)).toBeVisible();
  await dialog.getByLabel("ML-DSA-65 public key", { exact: true }).fill(Buffer.from(pqc.publicKey).toString("base64"));
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Register key" }).click();
  const row = page.getByRole("row", { name: /ML-DSA-65\+ECDSA-P256/ });
  await expect(row.getByRole("button", { name: /fingerprint of the public key sha256:/ })).toBeVisible();

  const keyId = ((await row.locator("td").first().textContent()) ?? "").trim();
  const signer = await createSigner({
    algorithm: "ML-DSA-65+ECDSA-P256",
    privateKey: pqc.secretKey,
    classicalKey: new Uint8Array(classical.privateKey.export({ format: "der", type: "pkcs8" })),
  });
  const guardianKeys = { fetchFrom: acsUrl().replace(/\/acs$/, api.guardianKeys()) };
  const opened = await createGuardianClient({ url: acsUrl(), agentId, keyId, signer, guardianKeys }).open();
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  expect((await opened.value.userMessage("hello")).ok).toBe(true);
});

test("an analyst sees agents and keys and can change nothing", async ({ pageOf }) => {
  const page = await pageOf("analyst");
  await page.goto(routes.agents());
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Register agent" })).toHaveCount(0);
});

test("the frame is used without a mouse: palette, shortcuts, help", async ({ pageOf }) => {
  const page = await pageOf("admin");
  await page.goto(routes.policies());
  await expect(page.getByRole("main")).toContainText("Refunds above 500");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("people and");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page).toHaveURL(/\/audit$/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toContainText("Go to queue");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("polic");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/policies$/);
});
