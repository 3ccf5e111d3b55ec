/** Text that somebody else wrote: drawn whole, inert, with hidden characters visible and secrets masked. */
import type { GuardianSession } from "../lib/host/session";
import { expect, expectNoAxeViolations, newAgent, test } from "./fixtures";

async function openSession(name: string): Promise<GuardianSession> {
  const { client } = await newAgent(name);
  const opened = await client.open();
  if (!opened.ok) throw opened.failure;
  return opened.value;
}

/** Asks without waiting for an answer; returns the item that it opened. */
async function ask(session: GuardianSession, tool: string, args: Record<string, unknown>): Promise<string> {
  let approvalId = "";
  await session.toolCall(
    {
      tool,
      arguments: args,
      waitMs: 0,
      onWaiting: (waiting) => {
        approvalId = waiting.approvalId ?? "";
      },
    },
    () => ({}),
  );
  expect(approvalId).not.toBe("");
  return approvalId;
}

const RLO = "\u202e";

test("hidden and reordering characters are drawn as chips, and copying gives the real text", async ({ pageOf }) => {
  const session = await openSession("Hidden characters");
  const command = `cp report.txt ${RLO}hs.llatsni/pmt\u202c && echo ok`;
  const id = await ask(session, "deploy_build", { target: command, note: "safe\u200b\u200bto run" });
  const page = await pageOf("approver", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`/approvals/${id}`);
  const act = page.getByRole("region", { name: "Act" });
  await expect(act.getByText("U+202E RLO")).toBeVisible();
  await expect(act.getByText("U+200B zero-width space").first()).toBeVisible();
  await expect(act.getByRole("list", { name: "Warnings" })).toContainText("reorder text");
  expect(await page.locator("main").textContent()).not.toMatch(/[\u202e\u200b]/);
  await act.getByRole("button", { name: "Copy target" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  await act.getByText("cp report.txt").click({ clickCount: 3 });
  await page.keyboard.press("Control+c");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(command);
  await expectNoAxeViolations(page);
});

test("markup from an agent stays text on every page", async ({ pageOf }) => {
  const session = await openSession("Markup");
  const body =
    "[open the log](javascript:alert(1)) ![x](https://beacon.example.test/p.png) <img src=x onerror=alert(1)><script>alert(2)</script>";
  const id = await ask(session, "send_report", { body });
  const page = await pageOf("approver");
  page.on("dialog", () => {
    throw new Error("a script of the agent ran");
  });
  await page.goto(`/approvals/${id}`);
  const act = page.getByRole("region", { name: "Act" });
  await expect(act.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  expect(await act.locator("img, script, a").count()).toBe(0);
  await page.getByRole("link", { name: "Whole session" }).click();
  await page.getByRole("list", { name: "Steps" }).getByRole("button").last().click();
  const step = page.getByRole("complementary", { name: "Step" });
  await expect(step).toContainText("<script>alert(2)</script>");
  expect(await step.locator("img, script").count()).toBe(0);
  await page.keyboard.press("r");
  const raw = page.getByRole("region", { name: "Request as received", exact: true });
  await expect(raw).toContainText("<script>alert(2)</script>");
  expect(await raw.locator("img, script, a").count()).toBe(0);
});

test("nothing can be approved before the end of a long value was opened", async ({ pageOf }) => {
  const session = await openSession("Long command");
  const id = await ask(session, "run_job", { script: `${"echo checking disk usage; ".repeat(400)}rm /srv/reports` });
  const page = await pageOf("approver");
  await page.goto(`/approvals/${id}`);
  const approve = page.getByRole("button", { name: /^Approve/ });
  await expect(page.getByText("1 shortened part is still closed.")).toBeVisible();
  await expect(approve).toHaveAttribute("aria-disabled", "true");
  await approve.click({ force: true });
  await page.keyboard.press("a");
  await expect(page.getByRole("region", { name: "Decide" })).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Act" }).getByText("rm /srv/reports")).toBeVisible();
  await expect(approve).not.toHaveAttribute("aria-disabled", "true");
});

test("a tool that only looks like a known one is not taken for it, and says so", async ({ pageOf }) => {
  const session = await openSession("Look-alike");
  const id = await ask(session, "re\u0430d_record", { id: "7" });
  const page = await pageOf("approver");
  await page.goto(`/approvals/${id}`);
  await expect(page.getByRole("region", { name: "Act" })).toContainText("U+0430 Cyrillic");
  await expect(page.locator(`a[data-item="${id}"]`)).toContainText("look-alike name");
});

test("a secret is in no page and in no answer, and its host is", async ({ pageOf }) => {
  const session = await openSession("Secret");
  const id = await ask(session, "http_request", {
    url: "https://api.partner.example.test/v1/orders",
    headers: { Authorization: "Bearer CANARY-7f3a9" },
  });
  const page = await pageOf("analyst");
  const leaks: string[] = [];
  page.on("response", async (response) => {
    const text = await response.text().catch(() => "");
    if (text.includes("CANARY-7f3a9")) leaks.push(response.url());
  });
  await page.goto(`/approvals/${id}`);
  const act = page.getByRole("region", { name: "Act" });
  await expect(act).toContainText("https://api.partner.example.test/v1/orders");
  await expect(act).toContainText("secret, masked");
  await page.getByRole("link", { name: "Whole session" }).click();
  await page.getByRole("list", { name: "Steps" }).getByRole("button").last().click();
  await expect(page.getByRole("complementary", { name: "Step" })).toContainText("api.partner.example.test");
  await page.keyboard.press("r");
  await expect(page.getByText("1 secret value masked here.")).toBeVisible();
  await page.getByRole("link", { name: "Chain" }).last().click();
  await expect(page.getByRole("heading", { name: /verify$/ })).toBeVisible({ timeout: 30_000 });
  const pack = await page.request.get(`/api/sessions/${page.url().split("/sessions/")[1]?.split("/")[0]}/evidence`);
  expect(pack.status()).toBe(200);
  expect(await pack.text()).not.toContain("CANARY-7f3a9");
  expect(leaks).toEqual([]);
});

test("the palette draws hidden characters of what it finds, and takes typed signs for themselves", async ({
  pageOf,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await newAgent(`Palette ${mark} ${RLO}gpj.exe`);
  const page = await pageOf("admin");
  await page.goto("/approvals");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.getByRole("combobox").fill(mark);
  await expect(palette.getByRole("option").filter({ hasText: mark })).toContainText("U+202E RLO");
  await expectNoAxeViolations(page);
  await palette.getByRole("combobox").fill("%%");
  await expect(palette.getByText("Nothing by that name.")).toBeVisible();
  await expectNoAxeViolations(page);
});
