#!/usr/bin/env node
/** The door to every command: makes the clone ready (packages, Prisma client, build), then runs what was asked for. */
import { argv, exit } from "node:process";
import { COMMANDS, usage } from "./bootstrap/commands.mjs";
import { nodeIsTooOld } from "./bootstrap/environment.mjs";

const [name = "", ...args] = argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : null;

const refusal = nodeIsTooOld(process.versions.node);
if (refusal) {
  console.error(refusal);
  exit(1);
}
if (!command) {
  console.error(usage(name));
  exit(2);
}
try {
  exit(await command(args));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  exit(1);
}
