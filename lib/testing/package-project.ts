/** A project of an agent developer with the npm package in it, unpacked from its tarball, and the frameworks beside it. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { buildPackage } from "../cli/package/build-package";
import { projectRoot } from "./sources";

const run = promisify(execFile);

export interface PackageManifest {
  readonly dependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
  readonly peerDependenciesMeta: Record<string, { readonly optional: boolean }>;
}

export type PackageProject = Awaited<ReturnType<typeof packageProject>>;
type Environment = Readonly<Record<string, string>>;

export async function packageProject() {
  const place = await mkdtemp(path.join(tmpdir(), "guardian-package-"));
  const { tarball } = await buildPackage(projectRoot, path.join(place, "built"));
  const installed = path.join(place, "node_modules/guardian-hooks");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
  await writeFile(path.join(place, "package.json"), '{ "type": "module", "private": true }');
  const manifest: PackageManifest = JSON.parse(await readFile(path.join(installed, "package.json"), "utf8"));
  for (const name of [...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }), "@types/node"]) {
    await mkdir(path.dirname(path.join(place, "node_modules", name)), { recursive: true });
    await symlink(path.join(projectRoot, "node_modules", name), path.join(place, "node_modules", name));
  }
  return {
    place,
    installed,
    tarball,
    manifest,
    /** Runs a script with plain Node; gives the JSON that it prints. */
    node: async (script: string, env: Environment = {}): Promise<unknown> => {
      const file = path.join(place, "script.mjs");
      await writeFile(file, script);
      const { stdout } = await run(process.execPath, [file], { cwd: place, env: { ...process.env, ...env } });
      return JSON.parse(stdout);
    },
    /** Runs a command of the package, as npx would. */
    command: (name: string, args: readonly string[], env: Environment, input = "") =>
      new Promise<{ readonly code: number; readonly stderr: string }>((resolve) => {
        const bin = path.join(installed, "bin", `${name}.js`);
        const options = { cwd: place, env: { ...process.env, ...env } };
        const child = execFile(process.execPath, [bin, ...args], options, (error, _stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code), stderr }),
        );
        child.stdin?.end(input);
      }),
    files: async (): Promise<readonly string[]> =>
      (await readdir(installed, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")),
    remove: () => rm(place, { recursive: true, force: true }),
  };
}
