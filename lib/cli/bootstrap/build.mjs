/** The console's production build, made when any source of it changed since the last one. */
import { existsSync } from "node:fs";
import { inRoot } from "./environment.mjs";
import { fingerprint, isFresh, writeStamp } from "./fingerprint.mjs";
import { runTool } from "./processes.mjs";
import { step } from "./progress.mjs";

const STAMP = ".next/guardian-build-sources";

const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "instrumentation.ts",
  "next.config.ts",
  "package-lock.json",
  "postcss.config.mjs",
  "prisma/schema.prisma",
  "proxy.ts",
  "tsconfig.json",
];

/**
 * Tests, commands and prose under lib/ are no part of the build.
 * @param {string} file
 */
const isBuilt = (file) =>
  !/\.[ci]?test\.tsx?$/.test(file) && !/^lib\/(cli|testing|decisions)\//.test(file) && !file.endsWith(".md");

const sources = () => fingerprint(SOURCES, isBuilt);

export const buildIsFresh = () => existsSync(inRoot(".next/BUILD_ID")) && isFresh(STAMP, sources());

/** @returns {Promise<{ code: number, output: string }>} */
export async function build() {
  const builtFrom = sources();
  const result = await runTool("next/dist/bin/next", ["build"], { quiet: true, env: { NODE_ENV: "production" } });
  if (result.code === 0) writeStamp(STAMP, builtFrom);
  return result;
}

/** @returns {Promise<void>} rejects with Next's own words when it fails */
export async function ensureBuild() {
  if (buildIsFresh()) return;
  await step("Building the console", async () => {
    const { code, output } = await build();
    if (code !== 0) throw new Error(`next build failed with code ${code}\n${output}`);
  });
}
