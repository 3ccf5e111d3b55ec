/** Facts about tool and command that Cedar's own operators cannot work out; all of them are hints, none is a permission. */
import type { JsonValue } from "../core/json/value";
import { shellSigns } from "../core/policy/shell";
import type { PolicyStep } from "../core/policy/types";

export interface CommandFacts {
  /** True when the tool's name is letters, digits and `_ . : / -` of ASCII only. */
  readonly tool_is_plain: boolean;
  /** True when a word of the tool's name says that it changes, sends or runs something. */
  readonly tool_names_change: boolean;
  readonly runs_command: boolean;
  readonly shell_signs: readonly string[];
}

const PLAIN = /^[A-Za-z0-9_.:/-]+$/;

const CHANGES = new Set(
  (
    "add approve assign authorize ban book buy call cancel change charge clear commit create debit delete deploy destroy " +
    "disable drop edit enable erase exec execute format grant import insert install invite invoke issue kill merge modify " +
    "move order overwrite patch pay payment post publish purchase purge push put refund release remove rename replace " +
    "reset restart restore revoke rotate run sell send set shutdown spawn start stop submit terminate transfer trigger " +
    "truncate uninstall update upgrade upload upsert wipe wire withdraw write"
  ).split(" "),
);

const COMMAND_TOOLS = new Set(
  "shell sh bash zsh fish cmd powershell pwsh terminal console exec execute command ssh subprocess repl".split(" "),
);

const COMMAND_ARGUMENTS = new Set(["command", "commands", "cmd", "script", "shell", "bash", "code", "raw_command"]);

export function commandFacts(
  step: PolicyStep,
): CommandFacts & { readonly [fact: string]: boolean | readonly string[] } {
  const name = step.tool?.name ?? "";
  const words = wordsOf(name);
  const runs =
    words.some((word) => COMMAND_TOOLS.has(word)) ||
    /^(?:process|shell|command|code)\./i.test(step.capability ?? "") ||
    step.raw_command !== undefined;
  return {
    tool_is_plain: PLAIN.test(name),
    tool_names_change: words.some((word) => CHANGES.has(word)),
    runs_command: runs,
    shell_signs: [...new Set(commandTexts(step, runs).flatMap((text) => shellSigns(text)))].sort(),
  };
}

/** Of a tool that runs commands every text counts, of another one only what is named like a command. */
function commandTexts(step: PolicyStep, runs: boolean): string[] {
  const texts = step.raw_command === undefined ? [] : [step.raw_command];
  for (const [name, value] of Object.entries(step.arguments ?? {})) {
    if (runs || COMMAND_ARGUMENTS.has(name.toLowerCase())) texts.push(...textsIn(value));
  }
  return texts;
}

/** Strings at any depth; a list of strings also as one command line. */
function textsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap((item: JsonValue) => textsIn(item));
  const line = Array.isArray(value) ? value.filter((item) => typeof item === "string").join(" ") : "";
  return line === "" ? inside : [...inside, line];
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
