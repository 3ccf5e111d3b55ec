/** Signs of destruction in a shell command, found by its words and not by how they are spelled. */

export type ShellSign =
  | "deletes_recursively"
  | "formats_disk"
  | "writes_device"
  | "pipes_download_to_shell"
  | "fork_bomb"
  | "too_long_to_check";

/** Characters of a command that are looked at; a longer one says so. */
const LONGEST = 200_000;

const SHELLS = new Set([
  "sh",
  "bash",
  "zsh",
  "dash",
  "ksh",
  "fish",
  "ash",
  "python",
  "python3",
  "perl",
  "ruby",
  "node",
]);
const DOWNLOADERS = new Set(["curl", "wget", "fetch", "http", "aria2c"]);
const FORMATTERS = /^(?:mkfs(?:\..*)?|mke2fs|wipefs|blkdiscard|newfs.*|diskpart|mkswap|shred)$/i;
const DEVICE = /^\/dev\/(?!null$|zero$|stdout$|stderr$|stdin$|tty$|fd\/|shm\/)/;

/**
 * Cautious: `echo rm -rf /` counts, because a wrapper may pass the words on. A sign missing here proves nothing, so a
 * tool that runs commands is asked about anyway.
 */
export function shellSigns(command: string): readonly ShellSign[] {
  if (command.length > LONGEST) return ["too_long_to_check"];
  const found = new Set<ShellSign>();
  if (/:\s*\(\s*\)\s*\{[^}]{0,200}:\s*\|\s*:/.test(command)) found.add("fork_bomb");
  if (/\b(?:bash|sh|zsh|source|eval|\.)\s+(?:-c\s+)?["']?(?:<\(|\$\(|`)\s*(?:curl|wget)\b/.test(command)) {
    found.add("pipes_download_to_shell");
  }
  const plain = command.replaceAll(/\$\{(\w+)\}/g, "$$$1").replaceAll(/\$IFS/g, " ");
  for (const line of plain.split(/&&|\|\||[;\n&(){}`]/)) inspectPipeline(line, found);
  return [...found].sort();
}

function inspectPipeline(line: string, found: Set<ShellSign>): void {
  let downloads = false;
  for (const part of line.split("|")) {
    if (!/[a-z]{2}|>/i.test(part)) continue;
    const tokens = shellWords(part);
    const names = tokens.map(baseName);
    if (downloads && names.some((name) => SHELLS.has(name))) found.add("pipes_download_to_shell");
    downloads ||= names.some((name) => DOWNLOADERS.has(name));
    inspectCommand(tokens, names, found);
  }
}

interface Check {
  readonly sign: ShellSign;
  readonly command: RegExp;
  /** Judges the words after the first such command, which hold those after every later one. */
  readonly holds: (rest: readonly string[]) => boolean;
}

const CHECKS: readonly Check[] = [
  { sign: "deletes_recursively", command: /^rm$/, holds: deletesByForce },
  {
    sign: "deletes_recursively",
    command: /^(?:remove-item|ri|rd|rmdir|del|erase)$/i,
    holds: (rest) => rest.some((word) => /^(?:-recurse|-r|\/s)$/i.test(word)),
  },
  { sign: "deletes_recursively", command: /^find$/, holds: (rest) => rest.includes("-delete") },
  { sign: "formats_disk", command: FORMATTERS, holds: () => true },
  { sign: "formats_disk", command: /^format$/i, holds: (rest) => rest.some((word) => /^[a-z]:$/i.test(word)) },
  {
    sign: "writes_device",
    command: /^dd$/,
    holds: (rest) => rest.some((word) => DEVICE.test(word.replace(/^of=/, ""))),
  },
  { sign: "writes_device", command: /^tee$/, holds: (rest) => rest.some((word) => DEVICE.test(word)) },
  { sign: "writes_device", command: /^\d*>{1,2}\|?$/, holds: (rest) => rest.some((word) => DEVICE.test(word)) },
];

function inspectCommand(tokens: readonly string[], names: readonly string[], found: Set<ShellSign>): void {
  for (const { sign, command, holds } of CHECKS) {
    const at = names.findIndex((name) => command.test(name));
    if (at >= 0 && holds(tokens.slice(at + 1))) found.add(sign);
  }
}

/** `-rf`, `-fr`, `-r -f`, `--recursive --force` and mixtures; also recursion without force from the root or home. */
function deletesByForce(words: readonly string[]): boolean {
  const flags = words.filter((word) => word.startsWith("-"));
  const short = flags.filter((flag) => /^-[A-Za-z]+$/.test(flag)).join("");
  const recursive = /[rR]/.test(short) || flags.some((flag) => "--recursive".startsWith(flag) && flag.length > 3);
  const force = /f/.test(short) || flags.some((flag) => "--force".startsWith(flag) && flag.length > 3);
  const everything = words.some((word) => /^(?:\/|~|\$HOME|\/\*|~\/\*?|\*)$/.test(word));
  return recursive && (force || everything || flags.includes("--no-preserve-root"));
}

/** Words of one simple command, quotes and backslashes removed, redirections as words of their own. */
function shellWords(text: string): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(/\d*>{1,2}\|?|(?:\\.|"(?:\\.|[^"\\])*"|'[^']*'|[^\s>"'\\])+|["'\\]/gs)) {
    const word = match[0].replaceAll(/\\(.)/gs, "$1").replaceAll(/["']/g, "");
    words.push(...word.split(/\s+/).filter((piece) => piece !== ""));
  }
  return words;
}

const baseName = (word: string): string => word.split(/[/\\]/).at(-1) ?? word;
