import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { toBase64 } from "../core/encoding";
import { SAMPLE_KEY_ID, SAMPLE_SECRET, sampleSession } from "../testing/sample-pack";
import { sampleSigner } from "../testing/sample-signer";

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

function verify(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const command = ["--import", "tsx", "lib/cli/verify.ts", ...args];
  const run = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8", env: process.env });
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
});
