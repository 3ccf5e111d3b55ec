/** An Agent Hooks host and the queue: nobody sees its question before its resolver asks, and approval lifts that context. */
import {
  asking,
  CALL,
  freshIdentity,
  hookSession,
  refund,
  resolutionIn,
  resolveMessage,
} from "../lib/testing/hook-agent";
import { registerAgentOf } from "../lib/testing/product-agent";
import { messageBytes } from "../lib/testing/scripted-agent";
import { approvalOf, readAnswer, send } from "../lib/testing/world";
import { acsUrl, expect, expectNoAxeViolations, test } from "./fixtures";

const post = async (url: string, bytes: Uint8Array): Promise<Uint8Array> => {
  const response = await fetch(url, { method: "POST", body: Buffer.from(bytes) });
  return new Uint8Array(await response.arrayBuffer());
};

/** The running product's Guardian, as far as messages go. */
const guardian = {
  handle: (bytes: Uint8Array) => post(acsUrl(), bytes),
  warm: () => Promise.reject(new Error("is warm")),
  close: () => Promise.resolve(),
};

test("a host's question comes to people when its resolver asks, and their approval lifts it once", async ({
  pageOf,
}) => {
  const name = `Hooked ${crypto.randomUUID().slice(0, 6)}`;
  const made = await registerAgentOf(`hooked-${crypto.randomUUID().slice(0, 8)}`, name);
  const session = await hookSession(guardian, { ...made, secret: new Uint8Array(Buffer.from(made.secret, "base64")) });
  const asked = await send(guardian, session.message(CALL, refund(840)));
  const approvalId = approvalOf(asked).approval_id;
  const identity = freshIdentity();

  const page = await pageOf("approver");
  const row = page.locator("a[data-item]").filter({ hasText: name });
  await page.goto("/approvals");
  await expect(page.getByRole("main")).toBeVisible();
  await expect(row).toHaveCount(0);

  const consoleOrigin = new URL(page.url()).origin;
  const resolve = async (address: string, waitMs = 0) =>
    readAnswer(await post(address, messageBytes(resolveMessage(session, asking(asked, identity, waitMs)))));
  expect((await resolve(acsUrl().replace(/\/acs$/, "/agent-hooks/resolve"))).result).toMatchObject({
    state: "pending",
  });
  await expect(row).toBeVisible();

  await row.click();
  await expect(page).toHaveURL(new RegExp(approvalId));
  const binding = page.getByRole("region", { name: "Binding" });
  await expect(binding).toContainText("pre_tool_call of an Agent Hooks host");
  await expect(binding).toContainText(identity);
  await binding.getByText("As the host shows it").click();
  await expect(binding).toContainText("[redacted]");
  await expectNoAxeViolations(page);

  const waiting = resolve(`${consoleOrigin}/agent-hooks/resolve`, 20_000);
  const button = page.getByRole("button", { name: /^(Press again: a|A)pprove/ });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByRole("button", { name: /^Press again/ })).toBeVisible();
  await page.waitForTimeout(800);
  await page.getByRole("button", { name: /^Press again/ }).click();
  const answer = await waiting;
  expect(session.verifies(answer.raw)).toBe(true);
  expect(resolutionIn(answer)).toMatchObject({
    outcome: "approve",
    context_identity: identity,
    verdict: { decision: "allow", reason: "approved_by_human" },
  });
  const again = await resolve(`${consoleOrigin}/agent-hooks/resolve`);
  expect(resolutionIn(again)).toMatchObject({ outcome: "reject", verdict: { reason: "approval_consumed" } });
});
