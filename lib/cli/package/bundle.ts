/** The package's JavaScript: one file for each entry, what they share in common files, every other package left outside. */
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { COMMANDS, ENTRIES, entryText } from "./entries";

export interface Bundled {
  /** Other packages that the code imports, without paths into them. */
  readonly packages: readonly string[];
  /** Our own files that are in it, below the project. */
  readonly sources: readonly string[];
}

const ENTRY = "guardian-entry:";
export const fileOf = (entry: string): string => entry || "index";

/** Writes to `outDir`. Rejects when something does not build. */
export async function bundle(root: string, outDir: string): Promise<Bundled> {
  const entries = ENTRIES.map(({ name }) => [fileOf(name), `${ENTRY}${name}`] as const);
  const commands = COMMANDS.filter(({ isStandalone }) => !isStandalone).map(
    ({ name, module }) => [`commands/${name}`, path.join(root, "lib", `${module}.ts`)] as const,
  );
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries([...entries, ...commands]),
    outdir: outDir,
    bundle: true,
    splitting: true,
    chunkNames: "shared/[hash]",
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    metafile: true,
    logLevel: "silent",
    plugins: [entryModules(root)],
  });
  const imports = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  const external = imports.filter(({ external }) => external).map(({ path: name }) => packageOf(name));
  return {
    packages: [...new Set(external)].filter((name) => !name.startsWith("node:")).sort(),
    sources: Object.keys(metafile.inputs).filter((file) => !file.includes(ENTRY)),
  };
}

/** An entry is no file of ours: it is made here, so that code here still imports from where things are. */
function entryModules(root: string): Plugin {
  const texts = new Map(ENTRIES.map((entry) => [entry.name, entryText(entry, "./lib")]));
  return {
    name: "guardian-entries",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: new RegExp(`^${ENTRY}`) }, (args) => ({
        path: args.path.slice(ENTRY.length) || ".",
        namespace: "guardian-entry",
      }));
      onLoad({ filter: /.*/, namespace: "guardian-entry" }, ({ path: name }) => ({
        contents: texts.get(name === "." ? "" : name) ?? "",
        loader: "ts",
        resolveDir: root,
      }));
    },
  };
}

/** The package that an import names, without the path into it. */
export const packageOf = (specifier: string): string =>
  specifier.startsWith("node:")
    ? specifier
    : specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/");
