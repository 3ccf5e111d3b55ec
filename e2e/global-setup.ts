/** Starts one product for the run and makes its people as people would: set-up link, invitations, sign-in. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type FullConfig } from "@playwright/test";
import { freePort, type Product, startProduct } from "../lib/testing/product";
import { inviteAndJoin, joinThrough, PEOPLE, signIn, stateFile } from "./people";

/** Returns what stops the product again. */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "guardian-e2e-"));
  const place = { dataDir, consolePort: await freePort(), guardianPort: await freePort() };
  const product = await startProduct(place);
  process.env.E2E_CONSOLE_URL = product.consoleUrl;
  process.env.E2E_ACS_URL = product.acsUrl;
  process.env.DATA_DIR = dataDir;
  const stop = async () => {
    await product.stop();
    writeFileSync("test-results/product.log", product.log());
    rmSync(dataDir, { recursive: true, force: true });
  };
  const browser = await chromium.launch(config.projects[0]?.use.launchOptions);
  try {
    await makePeople(browser, product);
  } catch (error) {
    const [page] = browser.contexts().flatMap((context) => context.pages());
    await page?.screenshot({ path: "test-results/global-setup.png" });
    await stop();
    throw error;
  } finally {
    await browser.close();
  }
  return stop;
}

async function makePeople(browser: Browser, product: Product): Promise<void> {
  const link = /https?:\/\/\S+\/setup\?token=\S+/.exec(product.log())?.[0];
  if (!link) throw new Error(`no set-up link was printed:\n${product.log()}`);
  mkdirSync(path.dirname(stateFile("admin")), { recursive: true });
  const context = await browser.newContext({ baseURL: product.consoleUrl });
  const page = await context.newPage();
  await joinThrough(page, link, PEOPLE.admin);
  await signIn(page, PEOPLE.admin);
  await context.storageState({ path: stateFile("admin") });
  for (const role of ["approver", "colleague", "analyst"] as const) {
    const own = await browser.newContext({ baseURL: product.consoleUrl });
    const ownPage = await own.newPage();
    await inviteAndJoin(page, ownPage, PEOPLE[role]);
    await signIn(ownPage, PEOPLE[role]);
    await own.storageState({ path: stateFile(role) });
    await own.close();
  }
  await context.close();
}
