/** What an approver must be told before deciding. A warning that blocks makes the view not decidable. */
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { inspectName, mixedWords } from "../text/names";
import { hasBlankRun, hasHidden } from "../text/visible";
import { formatPointer } from "../wire/pointer";
import type { ActionSubject } from "./subject";

export interface ViewWarning {
  readonly code: string;
  readonly message: string;
  /** Names or JSON pointers it is about; agent text, to be drawn inert. */
  readonly about: readonly string[];
  readonly blocks: boolean;
}

export interface WarningInput {
  readonly effective: JsonObject;
  /** Number of earlier releases of the same action. */
  readonly earlier: number;
  readonly masked: boolean;
}

const COMMANDS = new Set(["command", "cmd", "script"]);

/** In a fixed order, the blocking ones first. */
export function viewWarnings(input: WarningInput, subject: ActionSubject): readonly ViewWarning[] {
  return [
    ...shapeWarnings(subject),
    ...nameWarnings(subject),
    ...textWarnings(input.effective.payload ?? null),
    ...commandWarnings(subject),
    ...sourceWarnings(input, subject),
  ];
}

function shapeWarnings(subject: ActionSubject): ViewWarning[] {
  const found: ViewWarning[] = [];
  if (subject.tool === null || subject.tool.trim() === "") {
    found.push(blocking("tool_missing", "The action names no tool, so nobody can tell what would run."));
  }
  if (subject.arguments === null) {
    found.push(
      blocking("arguments_missing", "The action has no readable arguments, so there is nothing to decide on."),
    );
  }
  if (subject.unknown.length > 0) {
    const about = subject.unknown.map((part) => part.path);
    found.push(
      note("unknown_members", "The action has parts that no schema knows; they are shown as they are.", about),
    );
  }
  return found;
}

function nameWarnings(subject: ActionSubject): ViewWarning[] {
  const names = [subject.tool, subject.server, subject.provider, ...(subject.arguments ?? []).map((item) => item.name)];
  const odd = names.filter((name): name is string => name !== null && inspectName(name).suspicious);
  if (odd.length === 0) return [];
  return [
    note("look_alike_name", "A name has letters that look like others; it is not the name it may seem to be.", odd),
  ];
}

function textWarnings(payload: JsonValue): ViewWarning[] {
  const hidden: string[] = [];
  const mixed: string[] = [];
  collect(payload, "", (text, path) => {
    if (hasHidden(text) || hasBlankRun(text)) hidden.push(path);
    if (mixedWords(text).length > 0) mixed.push(path);
  });
  const found: ViewWarning[] = [];
  if (hidden.length > 0) {
    const about = [...new Set(hidden)];
    found.push(
      note("hidden_characters", "Characters that do not show or that reorder text are made visible here.", about),
    );
  }
  if (mixed.length > 0) {
    const about = [...new Set(mixed)];
    found.push(
      note("look_alike_text", "A word mixes letters of several scripts; it is not the word it may seem to be.", about),
    );
  }
  return found;
}

/** Visits every string and every member name; a name is reported at its own pointer. */
function collect(value: JsonValue, path: string, visit: (text: string, path: string) => void): void {
  if (typeof value === "string") visit(value, path);
  else if (Array.isArray(value)) {
    (value as readonly JsonValue[]).forEach((item, index) => {
      collect(item, `${path}/${index}`, visit);
    });
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value).sort()) {
      const at = path + formatPointer([name]);
      visit(name, at);
      collect(value[name] ?? null, at, visit);
    }
  }
}

function commandWarnings(subject: ActionSubject): ViewWarning[] {
  const found: ViewWarning[] = [];
  const commands = (subject.arguments ?? []).filter((item) => COMMANDS.has(item.name.toLowerCase()));
  const empty = commands.filter((item) => isBlank(item.value)).map((item) => item.path);
  if (subject.raw_command !== null && isBlank(subject.raw_command)) empty.push("/raw_command");
  if (empty.length > 0) found.push(note("empty_command", "The command is empty.", empty));
  if (subject.raw_command !== null && !agrees(subject.raw_command, subject)) {
    const message = "The command that the agent quotes is not what the arguments would run.";
    found.push(note("raw_command_disagrees", message, ["/raw_command"]));
  }
  return found;
}

const isBlank = (value: JsonValue): boolean =>
  value === null || (typeof value === "string" && value.trim() === "") || (Array.isArray(value) && value.length === 0);

/** The quoted command agrees when an argument is exactly it, or its words are exactly tool and arguments. */
function agrees(command: string, subject: ActionSubject): boolean {
  const quoted = command.trim();
  const values = (subject.arguments ?? []).map((item) => item.value);
  const lines = values.map((value) => (Array.isArray(value) ? value.map(spoken).join(" ") : spoken(value)));
  return [...lines, [subject.tool ?? "", ...lines].join(" ")].some((line) => line.trim() === quoted);
}

const spoken = (value: JsonValue): string => (typeof value === "string" ? value : canonicalText(value));

function sourceWarnings(input: WarningInput, subject: ActionSubject): ViewWarning[] {
  const found: ViewWarning[] = [];
  if (subject.wrapped && subject.server === null) {
    found.push(note("server_unknown", "Server unknown: the message does not say which MCP server would act.", []));
  }
  if (subject.words.some((part) => part.path === "/approval")) {
    const message = "The agent wrote an approval into its own message; it has no effect.";
    found.push(note("agent_supplied_approval", message, ["/approval"]));
  }
  if (input.masked) {
    found.push(
      note("secrets_masked", "Some values are hidden because they look like secrets; the digest covers them.", []),
    );
  }
  if (input.earlier > 0) found.push(note("released_before", "The very same action was released before.", []));
  return found;
}

const note = (code: string, message: string, about: readonly string[]): ViewWarning => {
  return { code, message, about, blocks: false };
};
const blocking = (code: string, message: string): ViewWarning => ({ code, message, about: [], blocks: true });
