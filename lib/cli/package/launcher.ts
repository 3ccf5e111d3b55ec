/** The executable of a command in the package. */
import type { PackageCommand } from "./entries";

/** Says what to install when a package that the command needs is not there. */
export const launcher = ({ name, peers }: PackageCommand): string => `#!/usr/bin/env node
const { stdin, stdout, stderr, env } = process;
const onStop = (stop) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
};
let command;
try {
  command = await import("../dist/commands/${name}.js");
} catch (error) {
  if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
  stderr.write("${name} needs ${peers.length === 0 ? "its dependencies" : peers.join(" and ")}: npm install ${peers.join(" ")}\\n");
  process.exit(1);
}
process.exit(await command.main(process.argv.slice(2), { stdin, stdout, stderr, env, onStop }));
`;
