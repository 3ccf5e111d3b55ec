/** The headline of an action: its sentence, taken from tool and arguments. */
import type { JsonObject, JsonValue } from "../json/value";
import { actSentence } from "./sentence";
import { actionSubject } from "./subject";

/** Safe plain text for every surface; see `actSentence`. */
export function sentenceOf(action: JsonObject): string {
  const subject = actionSubject(action);
  const args: { [name: string]: JsonValue } = Object.create(null);
  for (const argument of subject.arguments ?? []) args[argument.name] = argument.value;
  return actSentence({ tool: subject.tool ?? "", args });
}
