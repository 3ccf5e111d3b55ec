/** `npm run package`: the npm package that agent developers install, in `.data/package/`. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackage } from "./package/build-package";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { tarball } = await buildPackage(root, path.join(root, ".data/package"));
const { size } = await stat(tarball);
console.log(`${path.relative(root, tarball)} (${Math.ceil(size / 1024)} KB)`);
