/** The Prisma client, generated when the schema or Prisma's version changed. */
import { existsSync } from "node:fs";
import { inRoot } from "./environment.mjs";
import { fingerprint, isFresh, writeStamp } from "./fingerprint.mjs";
import { runTool } from "./processes.mjs";
import { step } from "./progress.mjs";

const STAMP = "prisma/generated/.sources";

/** @returns {Promise<void>} rejects with Prisma's own words when it fails */
export async function ensurePrismaClient() {
  const sources = fingerprint(["prisma/schema.prisma", "prisma/prisma.config.ts", "node_modules/prisma/package.json"]);
  if (isFresh(STAMP, sources) && existsSync(inRoot("prisma/generated/client.ts"))) return;
  await step("Generating the Prisma client", async () => {
    const args = ["generate", "--config", "prisma/prisma.config.ts"];
    const { code, output } = await runTool("prisma/build/index.js", args, { quiet: true });
    if (code !== 0) throw new Error(`prisma generate failed with code ${code}\n${output}`);
    writeStamp(STAMP, sources);
  });
}
