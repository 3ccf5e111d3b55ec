/** What an approver must be told before deciding. A warning that blocks makes the view not decidable. */
import { member } from "../json/build";
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { inspectName } from "../text/names";
import { hasHidden } from "../text/visible";
import type { ActionSubject } from "./subject";

export interface ViewWarning {
  readonly code: string;
  readonly message: string;
  /** Names or JSON pointers it is about; agent text, to be drawn inert. */
  readonly about: readonly string[];
  readonly blocks: boolean;
}

const COMMANDS = new Set(["command", "cmd", "script"]);

interface WarningInput {
  readonly effective: JsonObject;
  readonly earlier: readonly unknown[];
}

/** In a fixed order, the blocking ones first. */
export function viewWarnings(input: WarningInput, subject: ActionSubject): readonly ViewWarning[] {
  return [
    ...shapeWarnings(subject),
    ...nameWarnings(subject),
    ...hiddenWarnings(input.effective),
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
      blocking("arguments_missing", "The action carries no readable arguments, so there is nothing to decide on."),
    );
  }
  if (subject.unknown.length > 0) {
    const about = subject.unknown.map((item) => item.path);
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

function hiddenWarnings(action: JsonObject): ViewWarning[] {
  const paths: string[] = [];
  collect(action.payload ?? null, "", paths);
  if (paths.length === 0) return [];
  return [note("hidden_characters", "Characters that do not show or that reorder text are made visible here.", paths)];
}

function collect(value: JsonValue, path: string, paths: string[]): void {
  if (typeof value === "string") {
    if (hasHidden(value) || / {8,}/.test(value)) paths.push(path);
  } else if (Array.isArray(value)) {
    (value as readonly JsonValue[]).forEach((item, index) => {
      collect(item, `${path}/${index}`, paths);
    });
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value).sort()) {
      const at = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (hasHidden(name)) paths.push(at);
      collect(value[name] ?? null, at, paths);
    }
  }
}

function commandWarnings(subject: ActionSubject): ViewWarning[] {
  const found: ViewWarning[] = [];
  const commands = (subject.arguments ?? []).filter((item) => COMMANDS.has(item.name));
  const empty = commands.filter((item) => item.value === "" || item.value === null || isBlank(item.value));
  if (empty.length > 0 || subject.raw_command?.trim() === "") {
    found.push(
      note(
        "empty_command",
        "The command is empty.",
        empty.map((item) => item.path),
      ),
    );
  }
  if (subject.raw_command !== null && !agrees(subject.raw_command, subject)) {
    found.push(
      note("raw_command_disagrees", "The command the agent quotes is not what the arguments would run.", [
        "/raw_command",
      ]),
    );
  }
  return found;
}

const isBlank = (value: JsonValue): boolean => typeof value === "string" && value.trim() === "";

/** The quoted command agrees when an argument is exactly it, or its words are exactly an argument list. */
function agrees(command: string, subject: ActionSubject): boolean {
  const spoken = command.trim();
  const values = (subject.arguments ?? []).map((item) => item.value);
  if (values.some((value) => typeof value === "string" && value.trim() === spoken)) return true;
  const lists = values.filter((value): value is readonly JsonValue[] => Array.isArray(value));
  if (lists.some((list) => list.every((word) => typeof word === "string") && list.join(" ") === spoken)) return true;
  const joined = [
    subject.tool ?? "",
    ...values.map((value) => (typeof value === "string" ? value : canonicalText(value))),
  ];
  return joined.join(" ").trim() === spoken;
}

function sourceWarnings(input: WarningInput, subject: ActionSubject): ViewWarning[] {
  const found: ViewWarning[] = [];
  if (subject.wrapped && subject.server === null) {
    found.push(note("server_unknown", "Server unknown: the message does not say which MCP server would act.", []));
  }
  if (isJsonObject(member(input.effective, "payload")) && subject.words.some((item) => item.path === "/approval")) {
    found.push(
      note("agent_supplied_approval", "The agent wrote an approval into its own message; it has no effect.", [
        "/approval",
      ]),
    );
  }
  if (input.earlier.length > 0) {
    found.push(note("released_before", "The very same action was released before.", []));
  }
  return found;
}

const note = (code: string, message: string, about: readonly string[]): ViewWarning => ({
  code,
  message,
  about,
  blocks: false,
});
const blocking = (code: string, message: string): ViewWarning => ({ code, message, about: [], blocks: true });
