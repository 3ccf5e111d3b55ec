/** Projects by file name: `unit` touches nothing outside the process, `integration` uses a real PostgreSQL, `crashes` the built product, `live` software that others install. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const exclude = ["node_modules/**", ".next/**", ".data/**", "prisma/generated/**", "e2e/**"];
const alias = { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") };

export default defineConfig({
  resolve: { alias },
  test: {
    passWithNoTests: false,
    allowOnly: false,
    // one less than the cores is the default, and on the two of a small machine that leaves one idle while a test waits
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: { name: "unit", include: ["**/*.test.{ts,tsx}"], exclude, testTimeout: 20_000 },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          include: ["**/*.itest.ts"],
          exclude,
          globalSetup: ["lib/testing/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: { name: "crashes", include: ["lib/testing/crashes/*.ctest.ts"], exclude },
      },
      {
        resolve: { alias },
        test: {
          name: "live",
          include: ["lib/testing/live/*.live.ts"],
          exclude,
          globalSetup: ["lib/testing/global-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
