/** A JSON value as indented inert text, member by member, nothing folded and nothing interpreted. */
import { isJsonObject, type JsonValue } from "@/lib/core/json/value";
import { readStored } from "@/lib/core/read-models/shown";
import { VisibleText } from "./visible-text";

/** Two blanks per level; member order as stored. Text that is not JSON is shown as it is. */
export function prettyJson(text: string): string {
  const value = readStored(text);
  return value === null && text.trim() !== "null" ? text : write(value, "");
}

function write(value: JsonValue, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item: JsonValue) => inner + write(item, inner)).join(",\n")}\n${indent}]`;
  }
  if (isJsonObject(value)) {
    const names = Object.keys(value);
    if (names.length === 0) return "{}";
    return `{\n${names.map((name) => `${inner}${JSON.stringify(name)}: ${write(value[name] ?? null, inner)}`).join(",\n")}\n${indent}}`;
  }
  return JSON.stringify(value);
}

/** The line breaks of the indentation are layout, not content: they are not marked. Escapes inside strings stay escapes. */
export function JsonText({ text, className }: { text: string; className?: string }) {
  const lines = prettyJson(text).split("\n");
  let offset = 0;
  const keyed = lines.map((line) => {
    const at = offset;
    offset += line.length + 1;
    return { at, line };
  });
  return (
    <pre className={className ?? "text-12 leading-5 whitespace-pre-wrap"}>
      {keyed.map(({ at, line }) => (
        <span key={at}>
          {/^ */.exec(line)?.[0]}
          <VisibleText text={line.replace(/^ +/, "")} />
          {"\n"}
        </span>
      ))}
    </pre>
  );
}
