/** Getting in and being kept out. */
import { expect, expectNoAxeViolations, PEOPLE, test } from "./fixtures";

test("a person who is not signed in is sent to the sign-in page and back to where they wanted", async ({ pageOf }) => {
  const page = await pageOf("nobody");
  await page.goto("/sessions");
  await expect(page).toHaveURL(/\/sign-in\?from=/);
  await expectNoAxeViolations(page);
  await page.getByLabel("E-mail").fill(PEOPLE.analyst.email);
  await page.getByLabel("Password", { exact: true }).fill(PEOPLE.analyst.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sessions$/);
});

test("a wrong password says nothing about whether the account exists", async ({ pageOf }) => {
  const page = await pageOf("nobody");
  await page.goto("/sign-in");
  for (const email of [PEOPLE.analyst.email, "nobody-here@example.test"]) {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password at all");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("That did not match")).toBeVisible();
  }
});

test("the set-up link works once", async ({ pageOf }) => {
  const page = await pageOf("nobody");
  await page.goto("/setup?token=used-or-invented");
  await expect(page.getByRole("button", { name: "Make the account" })).toHaveCount(0);
  await expect(page.getByText(/It was used/)).toBeVisible();
});
