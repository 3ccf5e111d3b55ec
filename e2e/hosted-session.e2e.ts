/** An agent in an Agent Hooks host: its model calls and records beside the steps, and a record that does not agree. */
import type { Page } from "@playwright/test";
import { api, routes } from "../lib/console/routes";
import { type HostedOptions, hostedSession, sayTo } from "../lib/testing/hosted-session";
import { sendHostileRecord } from "../lib/testing/hostile-record";
import { registerAgentOf } from "../lib/testing/product-agent";
import { sessionKeyOf } from "../lib/testing/product-database";
import { acsUrl, expect, expectNoAxeViolations, newAgent, test } from "./fixtures";

async function hostingAgent() {
  const made = await registerAgentOf(`hosted-${crypto.randomUUID().slice(0, 8)}`, "Hosted agent");
  return { ...made, secret: new Uint8Array(Buffer.from(made.secret, "base64")) };
}

async function hosted(options: HostedOptions = {}): Promise<string> {
  return sessionKeyOf(await hostedSession(sayTo(acsUrl()), await hostingAgent(), options));
}

const host = (page: Page) => page.getByRole("region", { name: "Agent Hooks host" });
const steps = (page: Page) => page.getByRole("list", { name: "Steps" });

test("a hosted session shows model calls beside its steps, and what the host did with each", async ({ pageOf }) => {
  const page = await pageOf("analyst");
  await page.goto(routes.session(await hosted()));
  await expect(host(page)).toContainText("langgraph");
  await expect(host(page)).toContainText("Obeys verdicts");
  await expect(host(page)).toContainText("chain whole");
  await expect(host(page)).not.toContainText("disagreement");
  await expect(steps(page).getByRole("listitem")).toHaveCount(10);
  await expect(steps(page).getByText("Not an ACS step")).toHaveCount(3);
  await expect(steps(page).getByRole("button", { name: /Model call.*private_key_in_prompt.*Deny/ })).toBeVisible();
  await expect(steps(page).getByRole("button", { name: /Tool call.*bash.*Deny.*The host: Blocked/ })).toBeVisible();
  await expect(steps(page).getByRole("button", { name: /Agent response.*Allow.*The host: Rewritten/ })).toBeVisible();
  await expectNoAxeViolations(page);
});

test("a record that lets through what was denied is flagged, and can be found at once", async ({ pageOf }) => {
  const key = await hosted({ lies: true });
  const page = await pageOf("analyst");
  await page.goto(routes.session(key));
  await expect(host(page)).toContainText("1 disagreement");
  await page.getByRole("button", { name: /Disagreements only/ }).click();
  await expect(steps(page).getByRole("listitem")).toHaveCount(1);
  await steps(page)
    .getByRole("button", { name: /Tool call.*Deny.*The host: Let through/ })
    .click();
  const panel = page.getByRole("complementary", { name: /^Step \d+$/ });
  await expect(panel.getByText("The host let through what was not allowed")).toBeVisible();
  const section = panel.getByRole("region", { name: "What the host says it did" });
  await expect(section).toContainText("sequential/first_deny, on_approval resume");
  await expect(section.getByRole("region", { name: "Verdicts of the guards" })).toContainText("guardian");
  await expect(section.getByRole("button", { name: /^identity before sha256:a+$/ })).toBeVisible();
  await panel.getByRole("radio", { name: "Raw", exact: true }).click();
  await expect(panel.getByRole("region", { name: "Host record", exact: true })).toContainText("input_identity");
  await expectNoAxeViolations(page);
});

for (const width of [1440, 390]) {
  test(`what records say stays text, hidden characters and all, at ${width} pixels`, async ({ pageOf }) => {
    const agent = await hostingAgent();
    const sessionId = await hostedSession(sayTo(acsUrl()), agent);
    await sendHostileRecord(sayTo(acsUrl()), agent, { sessionId, sequence: 10 });
    const key = await sessionKeyOf(sessionId);
    const page = await pageOf("analyst", { viewport: { width, height: 900 } });
    page.on("dialog", () => {
      throw new Error("a script of a record ran");
    });
    await page.goto(routes.session(key));
    const row = steps(page).getByRole("button", { name: /<img src=x onerror=alert\(1\)>/ });
    await row.scrollIntoViewIfNeeded();
    await expect(row).toContainText("U+202E RLO");
    await expectInert(page);
    await page.goto(routes.record(key, 11));
    const panel = page.getByRole("complementary", { name: "Record 11" });
    for (const mark of ["U+202E RLO", "U+200B zero-width space", "<img src=x onerror=alert(1)>"]) {
      await expect(panel.getByText(mark).first()).toBeVisible();
    }
    await expectInert(page);
    await expectNoAxeViolations(page);
  });
}

async function expectInert(page: Page): Promise<void> {
  const shown = await page.locator("main").evaluate((main) => {
    const onHover = [...main.querySelectorAll("[title], [aria-label]")].map(
      (one) => `${one.getAttribute("title")} ${one.getAttribute("aria-label")}`,
    );
    return { text: [main.textContent, ...onHover].join(" "), width: document.documentElement.scrollWidth };
  });
  expect(shown.text).not.toMatch(/[\u202e\u200b]/);
  expect(shown.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await expect(page.locator("main img, main a[href^=javascript]")).toHaveCount(0);
}

test("a model call opens by keyboard, is linked to, and says why it is on no chain", async ({ pageOf }) => {
  const key = await hosted();
  const page = await pageOf("analyst");
  await page.goto(routes.session(key));
  await expect(steps(page).getByText("Not an ACS step")).toHaveCount(3);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("]");
  const panel = page.getByRole("complementary", { name: "Record 3" });
  await expect(panel).toContainText("ACS has no hook for model calls");
  await expect(panel).toContainText("long_prompt");
  await expect(page).toHaveURL(routes.record(key, 3));
  await page.reload();
  await expect(panel).toContainText("ACS has no hook for model calls");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
});

test("on a phone the filters lie behind one button, which says how many are set", async ({ pageOf }) => {
  const page = await pageOf("analyst", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto(routes.session(await hosted()));
  await expect(steps(page).getByRole("listitem").first()).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Disposition" })).toHaveCount(0);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByRole("combobox", { name: "Disposition" }).selectOption("deny");
  await expect(steps(page).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Filters 1 set" }).click();
  await expect(page.getByRole("combobox", { name: "Disposition" })).toHaveCount(0);
  await expect(steps(page).getByRole("listitem")).toHaveCount(2);
  await expectNoAxeViolations(page);
});

test("records that come in later appear by themselves", async ({ pageOf }) => {
  const page = await pageOf("analyst");
  await hosted({
    beforeRecords: async (sessionId) => {
      await page.goto(routes.session(await sessionKeyOf(sessionId)));
      await expect(steps(page).getByRole("listitem")).toHaveCount(7);
      await expect(host(page)).toContainText("no record yet");
      await expect(steps(page).getByText("No record").filter({ visible: true })).toHaveCount(7);
      await expect(page.getByText("Live", { exact: true })).toBeVisible();
    },
  });
  await expect(steps(page).getByRole("listitem")).toHaveCount(10);
  await expect(steps(page).getByText("No record")).toHaveCount(0);
  await expect(host(page)).toContainText("10 records");
});

test("a host that only evaluates is nowhere said to enforce", async ({ pageOf }) => {
  const page = await pageOf("analyst");
  await page.goto(routes.session(await hosted({ mode: "evaluate_only" })));
  await expect(host(page)).toContainText("Evaluates only: not enforced");
  await expect(host(page)).not.toContainText("Obeys");
  await expect(
    steps(page).getByRole("button", { name: /Tool call.*bash.*Deny.*The host: Not enforced/ }),
  ).toBeVisible();
  await expect(steps(page).getByText("Blocked")).toHaveCount(0);
});

test("records are part of the evidence", async ({ pageOf }) => {
  const page = await pageOf("analyst");
  const pack = (await (await page.request.get(api.evidence(await hosted()))).json()) as { records: unknown[] };
  expect(pack.records).toHaveLength(10);
});

test("a session of any other agent says nothing of hosts", async ({ pageOf }) => {
  const { client } = await newAgent("Plain agent");
  const opened = await client.open();
  if (!opened.ok) throw opened.failure;
  const page = await pageOf("analyst");
  await page.goto(routes.session(await sessionKeyOf(opened.value.sessionId)));
  await expect(steps(page).getByRole("listitem")).toHaveCount(1);
  await expect(host(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Disagreements only/ })).toHaveCount(0);
});
