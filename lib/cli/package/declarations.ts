/** The package's types: what the compiler declares for the entries and all that they mention, with paths that Node resolves. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";
import { fileOf, packageOf } from "./bundle";
import { ENTRIES, entryText } from "./entries";

export interface Declared {
  /** Below `outDir`. */
  readonly files: readonly string[];
  /** Other packages whose types are mentioned. */
  readonly packages: readonly string[];
}

/** Writes to `outDir`. Throws when the code has no declarations. */
export async function declarations(root: string, outDir: string): Promise<Declared> {
  const emitted = emit(root);
  for (const entry of ENTRIES) emitted.set(`${fileOf(entry.name)}.d.ts`, entryText(entry, ".", ".js"));
  const needed = reached(emitted);
  for (const [file, text] of needed) {
    const place = path.join(outDir, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
  const packages = [...needed.values()].flatMap((text) =>
    [...text.matchAll(BARE)].map(([, name = ""]) => packageOf(name)),
  );
  return { files: [...needed.keys()].sort(), packages: [...new Set(packages)].sort() };
}

function emit(root: string): Map<string, string> {
  const lib = path.join(root, "lib");
  const files = [...new Set(ENTRIES.flatMap(({ exports }) => Object.keys(exports)))].map((file) =>
    path.join(lib, `${file}.ts`),
  );
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: lib,
    // an absolute place that is never written to: emit goes to memory
    outDir: lib,
    types: ["node"],
    noUncheckedIndexedAccess: true,
  });
  const emitted = new Map<string, string>();
  const { diagnostics, emitSkipped } = program.emit(undefined, (file, text) => {
    emitted.set(path.relative(lib, file).split(path.sep).join("/"), withEndings(text));
  });
  const errors = diagnostics.filter(({ category }) => category === ts.DiagnosticCategory.Error);
  if (emitSkipped || errors.length > 0 || emitted.size === 0) {
    const first = errors[0] ? ts.flattenDiagnosticMessageText(errors[0].messageText, " ") : "nothing was emitted";
    throw new Error(`no declarations: ${first}`);
  }
  return emitted;
}

const BARE = /\b(?:from |import\()"([^."][^"]*)"/g;
const RELATIVE = /\b(?:from |import\()"(\.{1,2}\/[^"]+)\.js"/g;

/** What the entries mention, directly or through others. */
function reached(emitted: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open = ENTRIES.map(({ name }) => `${fileOf(name)}.d.ts`);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const text = emitted.get(file);
    if (text === undefined) throw new Error(`no declarations of ${file}`);
    if (found.has(file)) continue;
    found.set(file, text);
    for (const [, target] of text.matchAll(RELATIVE)) {
      open.push(path.posix.normalize(path.posix.join(path.posix.dirname(file), `${target}.d.ts`)));
    }
  }
  return found;
}

/** Under `nodenext` a relative path names a file with its ending. */
const withEndings = (text: string): string =>
  text.replace(
    /(\bfrom |\bimport\()"(\.{1,2}\/[^"]+)"/g,
    (_whole, before: string, target: string) => `${before}"${target}.js"`,
  );
