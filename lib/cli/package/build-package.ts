/** Makes the npm package: JavaScript, types, licence and README in a folder, and a tarball of it beside. */
import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { bundle } from "./bundle";
import { declarations } from "./declarations";
import { COMMANDS } from "./entries";
import { launcher } from "./launcher";
import { checkSources, PACKAGE_NAME, type ProjectManifest, packageManifest } from "./manifest";
import { standalone } from "./standalone";

const run = promisify(execFile);

export interface BuiltPackage {
  readonly folder: string;
  readonly tarball: string;
}

/** Replaces what was in `outDir`. Rejects when anything is in the package that does not belong there. */
export async function buildPackage(root: string, outDir: string): Promise<BuiltPackage> {
  const folder = path.join(outDir, PACKAGE_NAME);
  await rm(outDir, { recursive: true, force: true });
  await mkdir(path.join(folder, "bin"), { recursive: true });
  const dist = path.join(folder, "dist");
  const { packages, sources } = await bundle(root, dist);
  const alone = await Promise.all(
    COMMANDS.filter(({ isStandalone }) => isStandalone).map((command) => standalone(root, dist, command)),
  );
  const types = await declarations(root, path.join(folder, "types"));
  checkSources([
    ...sources,
    ...alone.flat(),
    ...types.files.filter((file) => file.includes("/")).map((file) => `lib/${file}`),
  ]);
  const project = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as ProjectManifest;
  const manifest = packageManifest(project, [...packages, ...types.packages]);
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const command of COMMANDS) {
    const file = path.join(folder, "bin", `${command.name}.js`);
    await writeFile(file, launcher(command));
    await chmod(file, 0o755);
  }
  await copyTexts(root, folder);
  return { folder, tarball: await pack(folder, outDir) };
}

/** The package's own page, the licence, and the page of each framework. */
async function copyTexts(root: string, folder: string): Promise<void> {
  await copyFile(path.join(root, "LICENSE"), path.join(folder, "LICENSE"));
  await copyFile(path.join(root, "lib/host/README.md"), path.join(folder, "README.md"));
  await mkdir(path.join(folder, "docs"));
  const frameworks = path.join(root, "lib/host/frameworks");
  for (const entry of await readdir(frameworks, { withFileTypes: true })) {
    if (!entry.isDirectory() || !(await readdir(path.join(frameworks, entry.name))).includes("README.md")) continue;
    await copyFile(path.join(frameworks, entry.name, "README.md"), path.join(folder, "docs", `${entry.name}.md`));
  }
}

async function pack(folder: string, outDir: string): Promise<string> {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", outDir];
  const { stdout } = await run(npm, args, { cwd: folder });
  const [packed] = JSON.parse(stdout) as { readonly filename: string }[];
  if (!packed) throw new Error("npm packed nothing");
  return path.join(outDir, packed.filename);
}
