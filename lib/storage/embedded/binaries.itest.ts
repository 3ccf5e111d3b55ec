import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hydrateLinks, locateBinaries } from "./binaries";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "package-"));
  mkdirSync(path.join(home, "native", "lib"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("the PostgreSQL programs", () => {
  it("are found for this machine", async () => {
    const { initdb, postgres } = await locateBinaries();
    expect([existsSync(initdb), existsSync(postgres)]).toEqual([true, true]);
  });

  it("get the library links that npm held back, once, also when two processes start together", async () => {
    writeFileSync(path.join(home, "native/lib/libpq.so.5.18"), "library");
    const link = { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" };
    writeFileSync(path.join(home, "native", "pg-symlinks.json"), JSON.stringify([link]));
    await Promise.all([hydrateLinks(home), hydrateLinks(home)]);
    await hydrateLinks(home);
    expect(readlinkSync(path.join(home, link.target))).toBe("libpq.so.5.18");
    expect(readFileSync(path.join(home, link.target), "utf8")).toBe("library");
  });

  it("need no links where the package lists none", async () => {
    await expect(hydrateLinks(home)).resolves.toBeUndefined();
  });
});
