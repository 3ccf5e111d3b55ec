import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { toBase64 } from "../core/encoding";
import { SAMPLE_KEY_ID, SAMPLE_SECRET, sampleSession } from "../testing/sample-pack";
import { sampleSigner } from "../testing/sample-signer";
import { runVerify } from "./verify-file";

const root = resolve(__dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "verify-"));
afterAll(() => rmSync(folder, { recursive: true }));

const sample = sampleSession(5);

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const key = file("key.json", JSON.stringify(sample.signer.publicKey));
const other = file("other.json", JSON.stringify(sampleSigner("gk_2", 9).publicKey));
const pack = file("pack.json", sample.text());

const verify = (...args: readonly string[]): { readonly status: number; readonly output: string } => {
  const { exitCode, lines } = runVerify(args);
  return { status: exitCode, output: lines.join("\n") };
};

/** The command itself, as a process of its own. */
function command(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const run = spawnSync(process.execPath, ["--import", "tsx", "lib/cli/verify.ts", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { status: run.status, output: run.stdout + run.stderr };
}

describe("verify command", () => {
  it("exits 0 on a genuine pack", () => {
    const run = verify(pack, "--key", key);
    expect(run.output).toMatch(/^VERIFIED .* 6 entries, 1 receipts/);
    expect(run.status).toBe(0);
  });

  it("takes several keys, and a secret", () => {
    const secret = file("secret.json", JSON.stringify({ [SAMPLE_KEY_ID]: toBase64(SAMPLE_SECRET) }));
    const run = verify(pack, "--key", other, "--key", key, "--secret", secret);
    expect(run.output).not.toContain("not checked");
    expect(run.status).toBe(0);
  });

  it("exits 1 and names the first bad entry", () => {
    const items = sample.items.map((item) => (item.seq === 4 ? { ...item, request: "{}" } : item));
    const run = verify(file("bad.json", sample.text({ items })), "--key", key);
    expect(run.output).toContain("TAMPERED  first fault at entry 4: request_mismatch");
    expect(run.status).toBe(1);
  });

  it.each([
    ["an empty pack", [file("empty.json", sample.text({ items: [], receipts: [] })), "--key", key]],
    ["an empty file", [file("none.json", ""), "--key", key]],
    ["bytes that are no text", [file("bytes.json", Uint8Array.of(0xff, 0xfe)), "--key", key]],
    ["a file that is not there", [join(folder, "absent.json"), "--key", key]],
    ["the wrong key", [pack, "--key", other]],
    ["no key", [pack]],
    ["a key that is none", [pack, "--key", pack]],
    ["no file", ["--key", key]],
    ["an unknown option", [pack, "--key", key, "--force"]],
  ])("exits 2 for %s", (_, args) => {
    const run = verify(...args);
    expect(run.output).toContain("CANNOT DECIDE");
    expect(run.status).toBe(2);
  });

  it("exits as a process with 0, 1 and 2", () => {
    const bad = file("cut.json", sample.text({ items: sample.items.slice(0, 4) }));
    expect(command(pack, "--key", key)).toMatchObject({ status: 0, output: expect.stringContaining("VERIFIED") });
    expect(command(bad, "--key", key)).toMatchObject({
      status: 1,
      output: expect.stringContaining("entry 5: truncated"),
    });
    expect(command(pack, "--key", other)).toMatchObject({
      status: 2,
      output: expect.stringContaining("CANNOT DECIDE"),
    });
  });
});
