/** Signs of destruction in a shell command, found by its words and not by how they are spelled. */

export type ShellSign =
  | "deletes_recursively"
  | "formats_disk"
  | "writes_device"
  | "pipes_download_to_shell"
  | "fork_bomb";

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
  const found = new Set<ShellSign>();
  if (/:\s*\(\s*\)\s*\{[^}]*:\s*\|\s*:/.test(command)) found.add("fork_bomb");
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
    const tokens = shellWords(part);
    const names = tokens.map(baseName);
    if (downloads && names.some((name) => SHELLS.has(name))) found.add("pipes_download_to_shell");
    downloads ||= names.some((name) => DOWNLOADERS.has(name));
    inspectCommand(tokens, names, found);
  }
}

function inspectCommand(tokens: readonly string[], names: readonly string[], found: Set<ShellSign>): void {
  names.forEach((name, index) => {
    const rest = tokens.slice(index + 1);
    if (name === "rm" && deletesByForce(rest)) found.add("deletes_recursively");
    if (
      /^(?:remove-item|ri|rd|rmdir|del|erase)$/i.test(name) &&
      rest.some((word) => /^(?:-recurse|-r|\/s)$/i.test(word))
    ) {
      found.add("deletes_recursively");
    }
    if (name === "find" && rest.includes("-delete")) found.add("deletes_recursively");
    if (FORMATTERS.test(name) || (name === "format" && /^[a-z]:$/i.test(rest[0] ?? ""))) found.add("formats_disk");
    if (name === "dd" && rest.some((word) => /^of=/.test(word) && DEVICE.test(word.slice(3))))
      found.add("writes_device");
    if (name === "tee" && rest.some((word) => DEVICE.test(word))) found.add("writes_device");
  });
  if (tokens.some((word, index) => /^\d*>{1,2}\|?$/.test(word) && DEVICE.test(tokens[index + 1] ?? ""))) {
    found.add("writes_device");
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
  for (const match of text.matchAll(/\d*>{1,2}\|?|(?:\\.|"(?:\\.|[^"])*"|'[^']*'|[^\s>"'\\])+|["'\\]/gs)) {
    const word = match[0].replaceAll(/\\(.)/gs, "$1").replaceAll(/["']/g, "");
    words.push(...word.split(/\s+/).filter((piece) => piece !== ""));
  }
  return words;
}

const baseName = (word: string): string => word.split(/[/\\]/).at(-1) ?? word;
