/** What every end-to-end test has: signed-in pages in browsers of their own, agents, and proof that nothing leaves the machine. */
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import { createGuardianClient, type GuardianClient } from "../lib/host/client";
import { type AgentCredentials, registerAgentOf } from "../lib/testing/product-agent";
import { stateFile, type Who } from "./people";

export { expect } from "@playwright/test";
export { PEOPLE } from "./people";

export interface TestAgent {
  readonly credentials: AgentCredentials;
  readonly client: GuardianClient;
}

interface Fixtures {
  /** A page in a browser context of its own, signed in as that person, or not signed in at all. */
  pageOf: (who: Who | "nobody", options?: BrowserContextOptions) => Promise<Page>;
}

const consoleUrl = (): string => process.env.E2E_CONSOLE_URL ?? "";
/** Where agents of the running product send their messages. */
export const acsUrl = (): string => process.env.E2E_ACS_URL ?? "";

/** Everything a context's pages ask for beyond this machine, and every error that they throw. */
function watch(context: BrowserContext): string[] {
  const seen: string[] = [];
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    const stays = ["data:", "blob:", "about:"].includes(protocol) || ["localhost", "127.0.0.1"].includes(hostname);
    if (!stays) seen.push(`asked for ${request.url()}`);
  });
  context.on("weberror", (error) => seen.push(`threw ${error.error().message}`));
  return seen;
}

export const test = base.extend<Fixtures>({
  pageOf: async ({ browser }, use) => {
    const opened: { who: string; context: BrowserContext; seen: string[] }[] = [];
    await use(async (who, options = {}) => {
      const storageState = who === "nobody" ? undefined : stateFile(who);
      const context = await browser.newContext({ baseURL: consoleUrl(), storageState, ...options });
      opened.push({ who, context, seen: watch(context) });
      return context.newPage();
    });
    for (const { context } of opened) await context.close();
    const faults = opened.flatMap(({ who, seen }) => seen.map((what) => `${who}'s browser ${what}`));
    expect(faults).toEqual([]);
  },
});

/** Waits until every button of the page does something: before that a click is lost, as it is for a person who is very quick. */
export async function ready(page: Page): Promise<void> {
  const answers = () =>
    page.evaluate(() => {
      const buttons = [...document.querySelectorAll("main button")];
      return (
        buttons.length > 0 && buttons.every((button) => Object.keys(button).some((name) => name.startsWith("__react")))
      );
    });
  await expect.poll(answers).toBe(true);
}

/** A newly registered agent with a client for it. */
export async function newAgent(name?: string): Promise<TestAgent> {
  const credentials = await registerAgentOf(`agent-${crypto.randomUUID().slice(0, 8)}`, name);
  return { credentials, client: createGuardianClient({ url: acsUrl(), ...credentials }) };
}

/** WCAG A and AA, as axe sees them, on the page as it stands. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])
    .analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target).join("; ")})`,
  );
  expect(found).toEqual([]);
}

/** Fails when the page can be scrolled sideways, which on a phone means that something does not fit. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
