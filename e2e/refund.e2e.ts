/** The main job, end to end: an agent asks, a person decides, the decision covers those bytes once. */
import type { Page } from "@playwright/test";
import type { GuardianSession } from "../lib/host/session";
import type { ToolCall } from "../lib/host/tool-call";
import { expect, expectNoAxeViolations, expectNoSidewaysScroll, newAgent, test } from "./fixtures";

const lookUp: ToolCall = { tool: "lookup_account", arguments: { customer: "cust_1042" } };
const refundOf = (amount: number): ToolCall => ({
  tool: "refund_payment",
  arguments: { customer: "cust_1042", amount, currency: "EUR", reason: "Order arrived damaged" },
});

async function openSession(name: string): Promise<GuardianSession> {
  const { client } = await newAgent(name);
  const opened = await client.open({ userContext: { user_id: "customer:cust_1042" } });
  if (!opened.ok) throw opened.failure;
  return opened.value;
}

/** High risk takes a second press, which counts only after a moment. */
async function approve(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^(Press again: a|A)pprove/ });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByRole("button", { name: /^Press again/ })).toBeVisible();
  await page.waitForTimeout(800);
  await page.getByRole("button", { name: /^Press again/ }).click();
}

const rowOf = (page: Page, agent: string) => page.locator("a[data-item]").filter({ hasText: agent });

test("a refund waits for a person, runs once, and its approval covers nothing else", async ({ pageOf }) => {
  const [approver, analyst] = [await pageOf("approver"), await pageOf("analyst")];
  await approver.goto("/approvals");
  const name = `Support ${crypto.randomUUID().slice(0, 6)}`;
  const session = await openSession(name);
  await session.userMessage("My order arrived broken.");
  const looked = await session.toolCall(lookUp, () => ({ customer: "cust_1042" }));
  expect(looked.ok).toBe(true);

  const paid: unknown[] = [];
  let approvalId = "";
  const refund = session.toolCall(
    {
      ...refundOf(840),
      onWaiting: (waiting) => {
        approvalId = waiting.approvalId ?? "";
      },
    },
    (released) => paid.push(released),
  );
  await test.step("the item appears in the open queue by itself", async () => {
    await expect(rowOf(approver, name)).toBeVisible();
    await expect(rowOf(approver, name)).toContainText("840");
  });
  await test.step("an analyst sees it and cannot decide it, by page or by API", async () => {
    await analyst.goto(`/approvals/${approvalId}`);
    await expect(analyst.getByText("840").first()).toBeVisible();
    const answer = await analyst.request.post(`/api/approvals/${approvalId}/decision`, {
      headers: { origin: new URL(analyst.url()).origin },
      data: { verdict: "approve", revision: 1, action_digest: "sha256:0", view_digest: "sha256:0" },
    });
    expect(answer.status()).toBe(403);
  });
  await test.step("the approver reads it and approves", async () => {
    await rowOf(approver, name).click();
    await expectNoAxeViolations(approver);
    await approve(approver);
    await expect(approver.getByRole("region", { name: "Outcome" })).toBeVisible();
  });
  const outcome = await refund;
  expect(outcome.ok).toBe(true);
  expect(paid).toHaveLength(1);

  await test.step("the same approval for 8,400 is denied and shown beside what was approved", async () => {
    const replay = await session.toolCall(
      { ...refundOf(8400), metadata: { approval_id: approvalId }, waitMs: 0 },
      (released) => paid.push(released),
    );
    expect(replay.ok ? [] : "reasonCodes" in replay.failure && replay.failure.reasonCodes).toContain(
      "approval_digest_mismatch",
    );
    expect(paid).toHaveLength(1);
    await approver.goto(`/approvals/${approvalId}`);
    const shown = approver.getByRole("region", { name: "Other content presented" });
    await expect(shown).toContainText("8400");
    await expect(shown).toContainText("840");
  });
  await session.end();
});

test("a denial needs a reason, and the agent is told", async ({ pageOf }) => {
  const approver = await pageOf("approver");
  const name = `Support ${crypto.randomUUID().slice(0, 6)}`;
  const session = await openSession(name);
  const refund = session.toolCall(refundOf(900), () => ({}));
  await approver.goto("/approvals");
  await rowOf(approver, name).click();
  await approver.getByRole("button", { name: "Deny" }).click();
  await expect(approver.getByText("A denial needs a reason.")).toBeVisible();
  await approver.getByLabel("Reason, required to deny").fill("No proof of damage");
  await approver.getByRole("button", { name: "Deny" }).click();
  await expect(approver.getByRole("region", { name: "Outcome" })).toContainText("No proof of damage");
  const outcome = await refund;
  expect(outcome.ok ? [] : "reasonCodes" in outcome.failure && outcome.failure.reasonCodes).toContain(
    "approval_rejected",
  );
  await session.end();
});

test("the queue is cleared without a mouse", async ({ pageOf }) => {
  const approver = await pageOf("colleague");
  const name = `Keys ${crypto.randomUUID().slice(0, 6)}`;
  const session = await openSession(name);
  const refund = session.toolCall(refundOf(777), () => ({ refund: "rf_1" }));
  await approver.goto("/approvals");
  await expect(rowOf(approver, name)).toBeVisible();
  for (let moves = 0; moves < 20; moves += 1) {
    await approver.keyboard.press("j");
    if ((await rowOf(approver, name).getAttribute("aria-current")) === "true") break;
  }
  await expect(approver.getByRole("button", { name: /^Approve refund of 777/ })).toBeEnabled();
  await expect(approver.getByRole("button", { name: /^Approve/ })).not.toHaveAttribute("aria-disabled", "true");
  await approver.keyboard.press("a");
  await expect(approver.getByRole("button", { name: /^Press again/ })).toBeVisible();
  await approver.waitForTimeout(800);
  await approver.keyboard.press("a");
  await expect(approver.getByRole("region", { name: "Outcome" })).toBeVisible();
  expect((await refund).ok).toBe(true);
  await session.end();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a phone shows the whole item, in ${colorScheme}`, async ({ pageOf }) => {
    const options = { viewport: { width: 390, height: 844 }, colorScheme, hasTouch: true };
    const phone = await pageOf("approver", options);
    const name = `Phone ${crypto.randomUUID().slice(0, 6)}`;
    const session = await openSession(name);
    const refund = session.toolCall({ ...refundOf(640), waitMs: 20_000 }, () => ({}));
    await phone.goto("/approvals");
    await expectNoSidewaysScroll(phone);
    await rowOf(phone, name).click();
    await expect(phone.getByRole("button", { name: /^Approve/ })).toBeVisible();
    await expectNoSidewaysScroll(phone);
    await expectNoAxeViolations(phone);
    await phone.screenshot({ path: `test-results/screens/approval-390-${colorScheme}.png`, fullPage: true });
    await session.end();
    await refund;
  });
}
