/** A Chromium for the end-to-end tests: Playwright's own, the system's, or (as root on Debian) a package. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inRoot } from "./environment.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const PACKAGES = ["chromium", "fonts-liberation"];

/** @returns {string | null} */
function playwrightsOwn() {
  const { chromium } = createRequire(inRoot("package.json"))("@playwright/test");
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : null;
}

/** @param {readonly string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

/** @returns {string | null} */
const find = () => process.env.CHROMIUM_PATH || playwrightsOwn() || onPath(NAMES);

async function installFromDebian() {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const commands = [["update"], ["install", "-y", "--no-install-recommends", ...PACKAGES]];
  for (const args of commands) {
    const { code, output } = await run("apt-get", args, { quiet: true, env });
    if (code !== 0) throw new Error(`apt-get ${args.join(" ")} failed with code ${code}\n${output}`);
  }
}

/** @returns {Promise<string>} the executable; rejects naming the package when there is none and none can be installed */
export async function findOrInstallChromium() {
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && onPath(["apt-get"])) {
    await step(`Installing ${PACKAGES.join(" and ")} (apt-get)`, installFromDebian);
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(
    'No Chromium for the end-to-end tests. Install the package "chromium" (Debian, Ubuntu), or run ' +
      '"npx playwright install chromium", or name an executable in CHROMIUM_PATH.',
  );
}
