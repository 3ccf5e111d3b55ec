/** People: invited, changed and disabled, with effect at once in browsers that are open. */
import { routes } from "../lib/console/routes";
import { expect, expectNoAxeViolations, expectNoSidewaysScroll, test } from "./fixtures";
import { inviteAndJoin, type Person, signIn } from "./people";

const person = (name: string, roles: Person["roles"]): Person => ({
  name,
  email: `${name.toLowerCase().replace(/\W+/g, ".")}.${crypto.randomUUID().slice(0, 6)}@example.test`,
  password: "yet another long sentence",
  roles,
});

test("a person who is invited joins once and sees what the roles open", async ({ pageOf }) => {
  test.slow();
  const [admin, own, second] = [await pageOf("admin"), await pageOf("nobody"), await pageOf("nobody")];
  const nora = person("Nora New", ["analyst"]);
  await inviteAndJoin(admin, own, nora);
  await signIn(own, nora);
  await expect(own.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /Audit/ })).toBeVisible();
  await own.goto(routes.people());
  await expect(own.getByRole("heading", { name: "Your roles do not open this page" })).toBeVisible();
  await expectNoAxeViolations(own);
  await second.goto(routes.invitation("used-or-invented"));
  await expect(second.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
});

test("a role that is taken away is gone with the next request, and the open page learns of it", async ({ pageOf }) => {
  test.slow();
  const [admin, own] = [await pageOf("admin"), await pageOf("nobody")];
  const rae = person("Rae Roles", ["analyst", "admin"]);
  await inviteAndJoin(admin, own, rae);
  await signIn(own, rae);
  await own.goto(routes.people());
  await expect(own.getByRole("link", { name: rae.name })).toBeVisible();

  await admin.goto(routes.people());
  await admin.getByRole("link", { name: rae.name }).click();
  await admin.getByRole("checkbox", { name: /^admin/i }).uncheck();
  await admin.getByRole("button", { name: "Change access" }).click();
  await expect(admin.getByText("Access changed, in force now", { exact: true })).toBeVisible();

  const answer = await own.request.get(routes.people());
  expect(answer.status()).toBe(403);
  await expect(own.getByRole("heading", { name: "Your roles do not open this page" })).toBeVisible({ timeout: 30_000 });
});

test("a disabled person is thrown out of an open page and cannot come back", async ({ pageOf }) => {
  test.slow();
  const [admin, own] = [await pageOf("admin"), await pageOf("nobody")];
  const dan = person("Dan Disabled", ["approver"]);
  await inviteAndJoin(admin, own, dan);
  await signIn(own, dan);
  await expect(own).toHaveURL(/approvals/);

  await admin.goto(routes.people());
  await admin.getByRole("link", { name: dan.name }).click();
  await admin.getByRole("button", { name: "Disable account" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Disable account" }).click();
  await expect(admin.getByText("Account disabled", { exact: true })).toBeVisible();

  await expect(own).toHaveURL(/sign-in/, { timeout: 35_000 });
  await own.getByLabel("E-mail").fill(dan.email);
  await own.getByLabel("Password", { exact: true }).fill(dan.password);
  await own.getByRole("button", { name: "Sign in" }).click();
  await expect(own.getByText("That did not match")).toBeVisible();
});

test("nobody but an admin manages people or agents, by page or by request", async ({ pageOf }) => {
  for (const who of ["approver", "analyst"] as const) {
    const page = await pageOf(who);
    expect((await page.request.get(routes.people())).status()).toBe(403);
    await page.goto(routes.account());
    await expect(page.getByRole("link", { name: "People and roles" })).toHaveCount(0);
  }
});

test("the people pages fit a phone, in the dark, and axe finds nothing", async ({ pageOf }) => {
  test.slow();
  const page = await pageOf("admin", { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" });
  for (const path of [
    routes.people(),
    routes.account(),
    routes.agents(),
    routes.policies(),
    routes.audit(),
    routes.refusals(),
  ]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
  }
});
