/** The queue under the hand: nothing moves, new items wait, edits by keyboard, and the clock ends an item by itself. */
import type { GuardianSession } from "../lib/host/session";
import { expect, newAgent, test } from "./fixtures";

async function openSession(name: string): Promise<GuardianSession> {
  const { client } = await newAgent(name);
  const opened = await client.open();
  if (!opened.ok) throw opened.failure;
  return opened.value;
}

const refundOf = (amount: number, waitMs = 0) => ({
  tool: "refund_payment",
  arguments: { amount, customer: "cust_1" },
  waitMs,
});

const nameOf = (what: string) => `${what} ${crypto.randomUUID().slice(0, 6)}`;

test("rows stay where they are while the pointer is inside, and new ones wait behind a pill", async ({ pageOf }) => {
  const name = nameOf("Still");
  const session = await openSession(name);
  await session.toolCall(refundOf(601), () => ({}));
  const page = await pageOf("approver");
  await page.goto("/approvals");
  const own = page.locator("a[data-item]").filter({ hasText: name });
  await expect(own).toHaveCount(1);
  await own.hover();
  const before = await own.boundingBox();
  for (const amount of [602, 603, 604]) await session.toolCall(refundOf(amount), () => ({}));
  const pill = page.getByRole("button", { name: "Show 3 new items" });
  await expect(pill).toBeVisible();
  expect(await own.count()).toBe(1);
  expect(await own.boundingBox()).toEqual(before);
  await pill.click();
  await expect(own).toHaveCount(4);
});

test("a value is edited by keyboard, and the agent runs what was approved", async ({ pageOf }) => {
  const name = nameOf("Edit");
  const session = await openSession(name);
  const ran: unknown[] = [];
  const refund = session.toolCall(refundOf(840, 45_000), (released) => {
    ran.push(released.amount);
    return {};
  });
  const page = await pageOf("approver");
  await page.goto("/approvals");
  await page.locator("a[data-item]").filter({ hasText: name }).click();
  await expect(page.getByRole("button", { name: /^Approve refund of 840/ })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.keyboard.press("e");
  const field = page.getByLabel("New value of amount");
  await expect(field).toBeFocused();
  await field.fill("12x");
  await expect(page.getByText("One of your edits is not a valid value yet.")).toBeVisible();
  await field.fill("700");
  await expect(page.getByText("Changed by you:")).toBeVisible();
  const button = page.getByRole("button", { name: /1 change: refund of 700/ });
  await button.click();
  await expect(page.getByRole("button", { name: /^Press again/ })).toBeVisible();
  await page.waitForTimeout(800);
  await button.click();
  await expect(page.getByRole("region", { name: "Outcome" })).toContainText("Approved");
  expect((await refund).ok).toBe(true);
  expect(ran).toEqual([700]);
});

test("what another person decided first is told to the one who came late", async ({ pageOf }) => {
  const name = nameOf("Race");
  const session = await openSession(name);
  await session.toolCall(refundOf(910), () => ({}));
  const [first, second] = [await pageOf("approver"), await pageOf("colleague")];
  for (const page of [first, second]) {
    await page.goto("/approvals");
    await page.locator("a[data-item]").filter({ hasText: name }).click();
    await page.getByLabel("Reason, required to deny").fill("Not now");
  }
  await second.route("**/api/events*", (route) => route.abort());
  await first.getByRole("button", { name: "Deny" }).click();
  await expect(first.getByRole("region", { name: "Outcome" })).toContainText("Denied by");
  await expect(second.getByRole("region", { name: "Outcome" })).toContainText("Denied by");
  await expect(second.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
});

test("an item withdrawn with its session says so and cannot be decided", async ({ pageOf }) => {
  const name = nameOf("Gone");
  const session = await openSession(name);
  await session.toolCall(refundOf(920), () => ({}));
  const page = await pageOf("approver");
  await page.goto("/approvals");
  await page.locator("a[data-item]").filter({ hasText: name }).click();
  await expect(page.getByRole("region", { name: "Decide" })).toBeVisible();
  await session.end();
  await expect(page.getByRole("region", { name: "Outcome" })).toContainText("Withdrawn");
  await expect(page.getByRole("region", { name: "Outcome" })).toContainText("session ended");
});

test("a key that is held down never gives the second press", async ({ pageOf }) => {
  const name = nameOf("Held");
  const session = await openSession(name);
  await session.toolCall(refundOf(930), () => ({}));
  const page = await pageOf("approver");
  await page.goto("/approvals");
  await page.locator("a[data-item]").filter({ hasText: name }).click();
  const button = page.getByRole("region", { name: "Decide" }).getByRole("button", { name: /approve/i });
  await expect(button).not.toHaveAttribute("aria-disabled", "true");
  for (const key of ["Enter", "a"]) {
    await button.focus();
    for (let presses = 0; presses < 25; presses += 1) {
      await page.keyboard.down(key);
      await page.waitForTimeout(40);
    }
    await page.keyboard.up(key);
    await expect(button).toHaveAccessibleName(/^Press again/);
    await expect(button).toHaveAccessibleName(/^Approve/);
  }
  await expect(page.getByRole("region", { name: "Outcome" })).toHaveCount(0);
});

test("a change after the first press asks for both presses again", async ({ pageOf }) => {
  const name = nameOf("Armed");
  const session = await openSession(name);
  await session.toolCall(refundOf(940), () => ({}));
  const page = await pageOf("approver");
  await page.goto("/approvals");
  await page.locator("a[data-item]").filter({ hasText: name }).click();
  const bar = page.getByRole("region", { name: "Decide" });
  await bar.getByRole("button", { name: /^Approve refund of 940/ }).click();
  await expect(bar.getByRole("button", { name: /^Press again/ })).toBeVisible();
  await bar.getByRole("button", { name: /^Edit/ }).click();
  await page.getByLabel("New value of amount").fill("700");
  await expect(bar.getByRole("button", { name: /^Approve with 1 change: refund of 700/ })).toBeVisible();
});
