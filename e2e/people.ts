/** The people of the end-to-end tests, and the steps by which a person gets in. */
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { routes } from "../lib/console/routes";

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly roles: readonly ("approver" | "analyst" | "admin")[];
}

const PASSWORD = "a long sentence nobody guesses";

export const PEOPLE = {
  /** Came in by the set-up link and has every role. */
  admin: { name: "Ada Admin", email: "ada@example.test", password: PASSWORD, roles: ["approver", "analyst", "admin"] },
  approver: { name: "Pat Approver", email: "pat@example.test", password: PASSWORD, roles: ["approver"] },
  colleague: { name: "Kim Approver", email: "kim@example.test", password: PASSWORD, roles: ["approver"] },
  analyst: { name: "Ann Analyst", email: "ann@example.test", password: PASSWORD, roles: ["analyst"] },
} as const satisfies Record<string, Person>;

export type Who = keyof typeof PEOPLE;

/** The first page of each kind takes its time on a small machine. */
const PATIENT = { timeout: 30_000 };

/** Where a person's cookies are kept between tests. */
export const stateFile = (who: Who): string => path.join("test-results", "signed-in", `${who}.json`);

/** Fills in the form behind a set-up or invitation link, and ends at the sign-in page. */
export async function joinThrough(page: Page, link: string, person: Person): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Name").fill(person.name);
  const email = page.getByLabel("E-mail");
  if (await email.isEditable()) await email.fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: /^(Make the account|Join)$/ }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible(PATIENT);
}

export async function signIn(page: Page, person: Person): Promise<void> {
  if (!page.url().includes(routes.signIn())) await page.goto(routes.signIn());
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/sign-in/, PATIENT);
}

/** An admin invites somebody, who joins in a browser of their own. */
export async function inviteAndJoin(admin: Page, own: Page, person: Person): Promise<void> {
  await admin.goto(routes.people());
  await admin.getByRole("button", { name: "Invite person" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Name").fill(person.name);
  await dialog.getByLabel("E-mail").fill(person.email);
  for (const role of ["approver", "analyst", "admin"] as const) {
    await dialog.getByRole("checkbox", { name: new RegExp(`^${role}`, "i") }).setChecked(person.roles.includes(role));
  }
  await dialog.getByRole("button", { name: "Make invitation" }).click();
  const link = await admin.locator("code[data-once]").textContent();
  await admin.getByRole("button", { name: "I have kept it" }).click();
  await joinThrough(own, link ?? "", person);
}
