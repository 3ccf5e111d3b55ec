/** Proof: the chain recomputed in the browser, the exported file verified elsewhere, and four kinds of tampering told apart. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { api, routes } from "../lib/console/routes";
import { inDatabase, sessionKeyOf, TAMPERING } from "../lib/testing/product-database";
import { expect, expectNoAxeViolations, newAgent, test } from "./fixtures";

/** Seven entries: start, five turns, end. Returns the console's key of the session. */
async function endedSession(): Promise<string> {
  const { client } = await newAgent("Chain agent");
  const opened = await client.open();
  if (!opened.ok) throw opened.failure;
  for (let turn = 1; turn <= 5; turn += 1) await opened.value.userMessage(`turn ${turn}`);
  await opened.value.end();
  return sessionKeyOf(opened.value.sessionId);
}

test("an untouched chain verifies in the browser, entry by entry", async ({ pageOf }) => {
  const key = await endedSession();
  const page = await pageOf("analyst");
  await page.goto(routes.session(key, "chain"));
  await expect(page.getByRole("heading", { name: "All 7 entries verify" })).toBeVisible({ timeout: 30_000 });
  await expectNoAxeViolations(page);
});

const FAULTS = [
  { title: "a byte of a stored request flipped", tamper: "flipRequestByte", said: /^First fault at entry 4: request/ },
  { title: "an entry dropped from the middle", tamper: "dropMiddle", said: /^First fault at entry 4: missing/ },
  { title: "the tail dropped", tamper: "dropTail", said: /^First fault at entry 7: truncated/ },
  { title: "two entries swapped", tamper: "swap", said: /^First fault at entry 3: reordered/ },
];

for (const { title, tamper, said } of FAULTS) {
  test(`names the fault at the right entry: ${title}`, async ({ pageOf }) => {
    const key = await endedSession();
    await inDatabase(async (client) => TAMPERING[tamper]?.(client, key));
    const page = await pageOf("analyst");
    await page.goto(routes.session(key, "chain"));
    await expect(page.getByRole("region", { name: "Result" }).getByRole("heading")).toHaveText(said, {
      timeout: 30_000,
    });
  });
}

test("an exported file verifies with no server, and a changed one does not", async ({ pageOf }) => {
  const key = await endedSession();
  const page = await pageOf("analyst");
  const [pack, keys] = await Promise.all([
    page.request.get(api.evidence(key)).then((answer) => answer.text()),
    page.request.get(api.guardianKeys()).then((answer) => answer.text()),
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), "guardian-evidence-"));
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const verify = (...args: string[]) =>
    spawnSync(process.execPath, ["--import", "tsx", "lib/cli/verify.ts", ...args], { encoding: "utf8" });
  const trusted = file("keys.json", keys);
  const good = verify(file("good.json", pack), "--key", trusted);
  expect(good.status, good.stdout + good.stderr).toBe(0);
  const bad = verify(file("bad.json", pack.replace("turn 3", "turn 2")), "--key", trusted);
  expect(bad.status, bad.stdout + bad.stderr).toBe(1);
  expect(bad.stdout).toContain("4");
  const without = verify(path.join(folder, "good.json"));
  expect(without.status, without.stdout + without.stderr).toBe(2);
  expect(readFileSync(path.join(folder, "good.json"), "utf8")).toBe(pack);
  rmSync(folder, { recursive: true, force: true });
});
