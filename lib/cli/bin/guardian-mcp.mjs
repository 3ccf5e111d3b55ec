#!/usr/bin/env node
/** Runs `guardian-mcp` from a clone, where it is TypeScript. The package has a launcher of its own. */
import { tsImport } from "tsx/esm/api";

const { main } = await tsImport("../guardian-mcp.ts", import.meta.url);
const { stdin, stdout, stderr, env } = process;
const onStop = (stop) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
};
process.exit(await main(process.argv.slice(2), { stdin, stdout, stderr, env, onStop }));
