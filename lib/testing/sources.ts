/** The project's own text files, for checks that read the source itself. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const projectRoot = path.resolve(import.meta.dirname, "../..");

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const NOT_OURS = new Set([
  ".git",
  ".next",
  ".data",
  "node_modules",
  "generated",
  "test-results",
  "playwright-report",
  "coverage",
]);
const TEXT =
  /\.(ts|tsx|mts|mjs|cjs|js|css|json|md|prisma|sql|toml|cedar|yml|yaml|html|svg|txt)$|(^|\/)(\.npmrc|\.gitignore|LICENSE|run)$/;

function pathsUnder(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { withFileTypes: true }).flatMap((item) => {
    const child = path.posix.join(folder, item.name);
    if (item.isDirectory()) return NOT_OURS.has(item.name) ? [] : pathsUnder(child);
    return TEXT.test(child) && !child.endsWith(".tsbuildinfo") && child !== "next-env.d.ts" ? [child] : [];
  });
}

let read: readonly SourceFile[] | undefined;

/** Every text file of the project, read once. */
export function allFiles(): readonly SourceFile[] {
  read ??= pathsUnder(".").map((file) => ({ path: file, text: readFileSync(path.join(projectRoot, file), "utf8") }));
  return read;
}

/** TypeScript of the product and its tests. */
export const typeScript = (): readonly SourceFile[] => allFiles().filter((file) => /\.tsx?$/.test(file.path));

export const isTest = (file: SourceFile): boolean =>
  /\.[ci]?test\.tsx?$/.test(file.path) || /^(e2e|lib\/testing)\//.test(file.path);

/** The code of a file: comments and the contents of strings become blanks, line breaks stay. */
export function codeOnly(text: string): string {
  const pattern = /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
  return text.replace(pattern, (match) => match.replace(/[^\n]/g, " "));
}

/** `path:line` of every match, so that a failing check says where to look. */
export function places(files: readonly SourceFile[], pattern: RegExp, view: (text: string) => string = (text) => text) {
  const global = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  return files.flatMap((file) => {
    const text = view(file.text);
    return [...text.matchAll(global)].map((match) => `${file.path}:${text.slice(0, match.index).split("\n").length}`);
  });
}
