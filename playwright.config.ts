/** End-to-end tests: one real product for the run, one worker, Chromium without any traffic of its own. */
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { defineConfig, devices } from "@playwright/test";

const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-default-apps",
  "--disable-domain-reliability",
];

const systemChromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => existsSync(file));
const executablePath = process.env.CHROMIUM_PATH || systemChromium;

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.e2e.ts",
  outputDir: "test-results/e2e",
  globalSetup: "./e2e/global-setup.ts",
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    // No trace or video: they cost more than the tests on a small machine.
    screenshot: "only-on-failure",
    launchOptions: { executablePath, args: userInfo().uid === 0 ? [...QUIET, "--no-sandbox"] : QUIET },
  },
});
