/** The package.json of the package, and whether what is in the package is what may be in it. */

import { fileOf } from "./bundle";
import { COMMANDS, ENTRIES } from "./entries";

export const PACKAGE_NAME = "guardian-hooks";

/** Of the project's own package.json. */
export interface ProjectManifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

/** What agent developers get with the package; everything else that it imports is an optional peer. */
const DEPENDENCIES = /^(?:zod|@noble\/.+)$/;

export function packageManifest(project: ProjectManifest, packages: readonly string[]): object {
  const needed = [...new Set(packages)].filter((name) => DEPENDENCIES.test(name)).sort();
  const stray = packages.find((name) => !DEPENDENCIES.test(name) && !Object.hasOwn(project.peerDependencies, name));
  if (stray !== undefined) throw new Error(`${stray} is neither a dependency of the package nor an optional peer`);
  return {
    name: PACKAGE_NAME,
    version: project.version,
    description: "Puts AI agents under a Guardian: OWASP Agent Control Standard v0.1.0 and Agent Hooks 0.1.",
    license: project.license,
    type: "module",
    engines: { node: ">=20" },
    sideEffects: false,
    exports: Object.fromEntries([
      ...ENTRIES.map(({ name }) => [
        name === "" ? "." : `./${name}`,
        { types: `./types/${fileOf(name)}.d.ts`, default: `./dist/${fileOf(name)}.js` },
      ]),
      ["./package.json", "./package.json"],
    ]),
    bin: Object.fromEntries(COMMANDS.map(({ name }) => [name, `bin/${name}.js`])),
    dependencies: Object.fromEntries(needed.map((name) => [name, `^${project.dependencies[name]}`])),
    peerDependencies: project.peerDependencies,
    peerDependenciesMeta: project.peerDependenciesMeta,
  };
}

const OURS = /^lib\/(?:core|agent-hooks|host|cli)\//;
const TESTS = /\.[ci]?test\.|(?:^|\/)testing\//;

/** Throws when code of the server, of the console or of tests has come in. */
export function checkSources(sources: readonly string[]): void {
  const stray = sources.find((file) => !OURS.test(file) || TESTS.test(file));
  if (stray !== undefined) throw new Error(`${stray} does not belong in the package`);
}
