/** The command itself, as a person runs it: with local guards, and under a Guardian whose queue somebody answers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandRunner } from "../testing/command-run";
import { type GuardianProcess, startGuardian } from "../testing/guardian-process";
import { decide, type World, world } from "../testing/world";

let w: World;
let guardian: GuardianProcess;
let dataDir: string;

beforeAll(async () => {
  w = await world();
  dataDir = mkdtempSync(path.join(tmpdir(), "guardian-hooks-"));
  guardian = await startGuardian({ databaseUrl: w.container.url, dataDir, master: w.master });
});
afterAll(async () => {
  await guardian.stop();
  await w.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  commandRunner({ dataDir, databaseUrl: w.container.url, master: w.master, acsUrl: guardian.acsUrl })(
    "lib/cli/demo-hooks.ts",
    ["--host", "reference", ...args],
  );

it("tells the story with local guards, and ends well", async () => {
  const { code, output } = await run();
  expect(output).toContain("The story held: the same 20 rows on 1 host, one refund on each.");
  expect(output).toMatch(/19 .*issue_refund +deny +host_error:approval_identity_mismatch +rejection +=/);
  expect(code).toBe(0);
});

it("refuses flags that it does not know", async () => {
  expect(await run("--approve")).toMatchObject({ code: 2 });
  expect(await run("--host", "abacus")).toMatchObject({ code: 2 });
});

it("tells the same story under a Guardian, where a person approves in the queue", async () => {
  expect((await run("--guardian")).output).toContain("no account with the approver role");
  const person = await w.person();
  const telling = run("--guardian");
  const pending = () => w.container.prisma.approval.findFirst({ where: { state: "pending" } });
  await expect.poll(pending, { timeout: 60_000 }).not.toBeNull();
  await decide(w.deps, person, (await pending())?.id ?? "");
  const { code, output } = await telling;
  expect(output).toContain("Waiting for a person: http://localhost:3000/approvals/");
  expect(output).toMatch(/ 9 .*refund_payment +allow +approved_by_human +approval +=/);
  expect(output).toContain("The story held: the same 20 rows on 1 host");
  expect(code).toBe(0);
}, 120_000);
