/** A ban: what it would hit is shown before, it stops the next use, analysts read and do not change. */

import { api, routes } from "../lib/console/routes";
import { DEFAULT_METHODS, type GuardianClient } from "../lib/host/client";
import { expect, expectNoAxeViolations, expectNoSidewaysScroll, newAgent, ready, test } from "./fixtures";

/** A look-up, which the policy lets run without asking anyone. */
const name = (): string => `lookup_${crypto.randomUUID().slice(0, 8)}`;

async function liveSession(client: GuardianClient) {
  const opened = await client.open({ methods: [...DEFAULT_METHODS] });
  if (!opened.ok) throw opened.failure;
  return opened.value;
}

test("a ban names the live session that it hits, stops the next use, and is lifted again", async ({ pageOf }) => {
  const banned = name();
  const { client } = await newAgent("Banned user");
  const session = await liveSession(client);
  const use = () => session.toolCall({ tool: banned, arguments: {} }, () => "ran");
  expect((await use()).ok).toBe(true);

  const page = await pageOf("admin");
  await page.goto(routes.bans());
  await page.getByRole("link", { name: "Ban a component" }).first().click();
  await page.getByLabel("Kind").selectOption("tool");
  await page.getByLabel("Name").fill(banned);
  const hits = page.getByRole("region", { name: "What it hits" });
  await expect(hits.getByText("Banned user")).toBeVisible({ timeout: 15_000 });
  await expect(hits).toContainText("1 live session");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Put the ban in force" }).click();
  await expect(page.getByText("Say why: agents and approvers are told.")).toBeVisible();
  await page.getByLabel("Why").fill("Known to leak files");
  await page.getByRole("button", { name: "Put the ban in force" }).click();
  await expect(page.getByText("In force", { exact: true })).toBeVisible({ timeout: 15_000 });
  const denied = await use();
  expect(denied.ok).toBe(false);

  await page.getByLabel("Why").fill("Known to leak files of customers");
  await page.getByRole("button", { name: "Save the changes" }).click();
  await expect(page.getByText("Ban changed", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Lift the ban" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Lift the ban" }).click();
  await expect(page.getByText("Lifted", { exact: true }).first()).toBeVisible({ timeout: 15_000 });
  expect((await use()).ok).toBe(true);
});

test("bans come out as a file and go in again, all or none", async ({ pageOf }) => {
  const page = await pageOf("admin");
  await page.goto(routes.newBan({ type: "tool", name: name() }));
  await page.getByLabel("Why").fill("to be exported");
  await page.getByRole("button", { name: "Put the ban in force" }).click();
  await expect(page.getByText("In force", { exact: true })).toBeVisible({ timeout: 15_000 });
  const file = await (await page.request.get(api.bansFile())).text();
  expect(JSON.parse(file).bans.length).toBeGreaterThan(0);
  await page.goto(routes.bans());
  await ready(page);
  await page.getByRole("button", { name: "Import" }).click();
  const choose = async (text: string) => {
    await page.getByLabel("File of bans").setInputFiles({
      name: "bans.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
    await page.getByRole("button", { name: "Import the file" }).click();
  };
  await choose("{}");
  await expect(page.getByText("Nothing was imported")).toBeVisible();
  await choose(file);
  await expect(page.getByText(/^\d+ bans imported, \d+ known already$/)).toBeVisible();
});

test("an analyst reads bans and changes none", async ({ pageOf }) => {
  const page = await pageOf("analyst");
  await page.goto(routes.bans());
  await expect(page.getByRole("link", { name: "Export" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Ban a component" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Import" })).toHaveCount(0);
  expect((await page.goto(routes.newBan()))?.status()).toBe(403);
});

test("the form fits a phone", async ({ pageOf }) => {
  const page = await pageOf("admin", { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" });
  await page.goto(routes.newBan({ name: `${"unbroken".repeat(30)} \u202E` }));
  await expect(page.getByRole("region", { name: "What it hits" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
});
