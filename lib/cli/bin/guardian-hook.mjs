#!/usr/bin/env node
/** Runs `guardian-hook` from a clone, where it is TypeScript. Of a hook's exit codes only 2 blocks, so every failure is 2. */
const { stdin, stdout, stderr, env } = process;
const fail = (error) => {
  stderr.write(`guardian-hook failed: ${error?.code ?? error?.name}\n`);
  process.exit(2);
};
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);
let stop = () => process.exit(2);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop());
const onStop = (callback) => {
  stop = callback;
};
try {
  const { tsImport } = await import("tsx/esm/api");
  const { main } = await tsImport("../guardian-hook.ts", import.meta.url);
  process.exit(await main(process.argv.slice(2), { stdin, stdout, stderr, env, onStop }));
} catch (error) {
  fail(error);
}
