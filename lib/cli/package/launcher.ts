/** The executable of a command in the package. */
import type { PackageCommand } from "./entries";

/** Ends with the command's own code for failures whatever goes wrong, and says what to install when a package is not there. */
export const launcher = ({ name, peers, failure }: PackageCommand): string => `#!/usr/bin/env node
const { stdin, stdout, stderr, env } = process;
const fail = (why) => {
  stderr.write(\`${name}: \${why}\\n\`);
  process.exit(${failure});
};
process.on("uncaughtException", (error) => fail(error?.name ?? "failed"));
process.on("unhandledRejection", (error) => fail(error?.name ?? "failed"));
let stop = () => fail("stopped");
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop());
const onStop = (callback) => {
  stop = callback;
};
try {
  const { main } = await import("../dist/commands/${name}.js");
  process.exit(await main(process.argv.slice(2), { stdin, stdout, stderr, env, onStop }));
} catch (error) {
  fail(error?.code === "ERR_MODULE_NOT_FOUND" ? "needs ${needed(peers)}" : (error?.name ?? "failed"));
}
`;

const needed = (peers: readonly string[]): string =>
  peers.length === 0 ? "its dependencies: npm install" : `${peers.join(" and ")}: npm install ${peers.join(" ")}`;
