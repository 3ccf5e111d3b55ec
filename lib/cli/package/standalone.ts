/** A command in one file with all that it needs: it starts for each event of a host, and many files take longer to load than to run. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { packageOf } from "./bundle";
import type { PackageCommand } from "./entries";

const OTHERS = "node_modules/";

/** Writes it below `outDir`, opening with the licences of the packages in it. Gives our own files that are in it. */
export async function standalone(root: string, outDir: string, command: PackageCommand): Promise<readonly string[]> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [path.join(root, "lib", `${command.module}.ts`)],
    outfile: path.join(outDir, "commands", `${command.name}.js`),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    write: false,
    logLevel: "silent",
    plugins: [oneLanguage],
  });
  const files = Object.keys(metafile.inputs);
  const packages = new Set(files.filter(isOthers).map((file) => packageOf(file.slice(OTHERS.length))));
  const licences = await Promise.all([...packages].sort().map((name) => licenceOf(root, name)));
  for (const { path: file, text } of outputFiles) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${licences.join("")}${text}`);
  }
  return files.filter((file) => !isOthers(file));
}

const isOthers = (file: string): boolean => file.startsWith(OTHERS);

/** Rejects where a package has none: what may not be passed on must not be in it. */
async function licenceOf(root: string, name: string): Promise<string> {
  const text = await readFile(path.join(root, OTHERS, name, "LICENSE"), "utf8");
  return `/*\n${name}\n\n${text.trim().replaceAll("*/", "* /")}\n*/\n`;
}

/** Messages of refused input are never shown to a user of ours, and dozens of languages of them take time to read. */
const oneLanguage: Plugin = {
  name: "one-language",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};
