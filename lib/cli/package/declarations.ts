/** The package's types: what the compiler declares for the entries and all that they mention, with paths that Node resolves. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";
import { fileOf } from "./bundle";
import { ENTRIES } from "./entries";

/** Writes to `outDir` and gives the files written, below it. Throws when the code has no declarations. */
export async function declarations(root: string, outDir: string): Promise<readonly string[]> {
  const emitted = emit(root);
  for (const { name, modules } of ENTRIES) {
    emitted.set(`${fileOf(name)}.d.ts`, modules.map((file) => `export * from "./${file}.js";\n`).join(""));
  }
  for (const [file, text] of emitted) {
    const place = path.join(outDir, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
  return [...emitted.keys()].sort();
}

function emit(root: string): Map<string, string> {
  const lib = path.join(root, "lib");
  const files = [...new Set(ENTRIES.flatMap(({ modules }) => modules))].map((file) => path.join(lib, `${file}.ts`));
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

/** Under `nodenext` a relative path names a file with its ending. */
const withEndings = (text: string): string =>
  text.replace(
    /(\bfrom |\bimport\()"(\.{1,2}\/[^"]+)"/g,
    (_whole, before: string, target: string) => `${before}"${target}.js"`,
  );
