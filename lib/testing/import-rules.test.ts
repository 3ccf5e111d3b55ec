/** Proves that the import rules can fail: every rule finds a violation planted for it. The real run is a suite of its own. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const { forbidden } = createRequire(import.meta.url)(path.join(root, ".dependency-cruiser.cjs"));
const ruleNames: string[] = forbidden.map((rule: { name: string }) => rule.name);

interface CruiseResult {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly unknown[] }[];
  readonly summary: {
    readonly violations: readonly { readonly rule: { readonly name: string }; readonly from: string }[];
  };
}

/** For each rule the file that breaks it and the import that does. Files named in imports are planted empty. */
const PLANTED: Record<string, { from: string; imports: string }[]> = {
  "no-cycles": [
    { from: "lib/core/ring-a.ts", imports: "./ring-b" },
    { from: "lib/core/ring-b.ts", imports: "./ring-a" },
  ],
  "everything-resolves": [{ from: "lib/server/lost.ts", imports: "./not-there" }],
  "core-stands-alone": [{ from: "lib/core/leak.ts", imports: "../guardian/ports" }],
  "core-does-no-io": [{ from: "lib/core/disk.ts", imports: "node:fs" }],
  "core-packages-are-listed": [{ from: "lib/core/package.ts", imports: "pg" }],
  "host-ships-alone": [{ from: "lib/host/leak.ts", imports: "../server/env" }],
  "host-packages-are-listed": [{ from: "lib/host/package.ts", imports: "pg" }],
  "agent-hooks-stand-alone": [{ from: "lib/agent-hooks/leak.ts", imports: "../host/client" }],
  "agent-hooks-do-no-io": [{ from: "lib/agent-hooks/disk.ts", imports: "node:fs" }],
  "frameworks-stand-apart": [{ from: "lib/host/frameworks/mastra/leak.ts", imports: "../langgraph/govern" }],
  "guardian-uses-core": [{ from: "lib/guardian/leak.ts", imports: "../storage/pool" }],
  "engines-implement-ports": [{ from: "lib/engines/leak.ts", imports: "../guardian/handle" }],
  "storage-implements-ports": [{ from: "lib/storage/leak.ts", imports: "../guardian/handle" }],
  "server-wires": [{ from: "lib/server/leak.ts", imports: "../../components/ui/button" }],
  "console-is-client-safe": [{ from: "lib/console/leak.ts", imports: "../server/env" }],
  "components-are-client-safe": [{ from: "components/queue/leak.ts", imports: "@/lib/server/env" }],
  "ui-knows-no-domain": [{ from: "components/ui/leak.ts", imports: "@/components/queue/list" }],
  "browser-code-has-no-node": [{ from: "components/queue/node.ts", imports: "node:crypto" }],
  "app-is-thin": [
    { from: "app/page.ts", imports: "@/lib/storage/pool" },
    { from: "proxy.ts", imports: "@/lib/storage/pool" },
  ],
  "commands-use-lib": [{ from: "lib/cli/leak.ts", imports: "../../components/ui/button" }],
  "e2e-from-outside": [{ from: "e2e/leak.ts", imports: "@/lib/storage/pool" }],
  "testing-stays-out-of-the-product": [{ from: "lib/host/builder.ts", imports: "../testing/builders" }],
  "verify-is-offline": [
    { from: "lib/cli/verify.ts", imports: "./through" },
    { from: "lib/cli/through.ts", imports: "../storage/pool" },
  ],
  "sockets-and-files-in-the-shell": [{ from: "lib/guardian/socket.ts", imports: "node:net" }],
  "no-development-packages": [{ from: "lib/server/runner.ts", imports: "vitest" }],
};

const TARGETS = [
  "lib/guardian/ports.ts",
  "lib/guardian/handle.ts",
  "lib/host/client.ts",
  "lib/host/frameworks/langgraph/govern.ts",
  "lib/server/env.ts",
  "lib/storage/pool.ts",
  "lib/testing/builders.ts",
  "components/ui/button.ts",
  "components/queue/list.ts",
];

/** Runs the very command that the check runs, in another folder. */
function run(folder: string, folders: string[]): CruiseResult {
  const command = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = [command, "--config", path.join(root, ".dependency-cruiser.cjs"), "--output-type", "json", ...folders];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 64 << 20 });
  return JSON.parse(stdout);
}

const found = (result: CruiseResult) =>
  result.summary.violations.map((violation) => ({ rule: violation.rule.name, from: violation.from }));

describe("a tree with planted violations", () => {
  let folder = "";
  let result: CruiseResult;

  const plant = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "import-rules-"));
    plant("package.json", JSON.stringify({ dependencies: { pg: "*" }, devDependencies: { vitest: "*" } }));
    plant("tsconfig.json", JSON.stringify({ compilerOptions: { paths: { "@/*": ["./*"] } } }));
    plant("node_modules/pg/package.json", JSON.stringify({ name: "pg", main: "index.js" }));
    plant("node_modules/pg/index.js", "");
    plant("node_modules/vitest/package.json", JSON.stringify({ name: "vitest", main: "index.js" }));
    plant("node_modules/vitest/index.js", "");
    for (const target of TARGETS) plant(target, "export const here = 1;\n");
    for (const { from, imports } of Object.values(PLANTED).flat()) {
      plant(from, `import * as it from "${imports}";\nexport const used = it;\n`);
    }
    result = run(folder, ["lib", "app", "components", "e2e", "proxy.ts"]);
  }, 60_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("has a planted violation for every rule, and for no other", () => {
    expect(Object.keys(PLANTED).sort()).toEqual([...ruleNames].sort());
  });

  it.each(Object.entries(PLANTED).map(([rule, files]) => ({ rule, files })))(
    "is caught by $rule",
    ({ rule, files }) => {
      const violation = { rule, from: files[0]?.from };
      expect(found(result)).toContainEqual(violation);
    },
  );

  it("is caught where the gate file of the console reaches for storage", () => {
    expect(found(result)).toContainEqual({ rule: "app-is-thin", from: "proxy.ts" });
  });

  it("leaves the files without a violation alone", () => {
    const clean = new Set(TARGETS);
    expect(found(result).filter(({ from }) => clean.has(from))).toEqual([]);
  });
});
