/** The redactor of a vector (§9): listed places of the target become a fixed text, in the aliased field as well. */
import { isJsonObject } from "../../core/json/value";
import type { AgentContext, InterceptionPoint } from "../types";

const REDACTED = "[redacted]";
const STEP = /\.([A-Za-z0-9_-]+)|\[(\d+)\]|\["([^"]*)"\]/g;

/** Where the target stands a second time (§4.3). */
const ALIAS: Readonly<Record<InterceptionPoint, readonly string[]>> = {
  agent_startup: ["agent_init"],
  input: ["input"],
  pre_model_call: ["messages"],
  post_model_call: ["response"],
  pre_tool_call: ["tool_call", "args"],
  post_tool_call: ["tool_result", "value"],
  output: ["output"],
  agent_shutdown: ["summary"],
};

type Place = { [name: string]: unknown };

/** A pure function. Paths that do not resolve are passed over. */
export function redactorOf(paths: readonly string[]): (context: AgentContext) => AgentContext {
  return (context) => {
    const copy = structuredClone(context);
    for (const path of paths) {
      const steps = [...path.matchAll(STEP)].map(([, name, index, quoted]) => name ?? index ?? quoted ?? "");
      replaceAt(copy, ["target", ...steps]);
      replaceAt(copy, [...ALIAS[context.interception_point], ...steps]);
    }
    return copy;
  };
}

function replaceAt(root: unknown, steps: readonly string[]): void {
  let holder = root;
  for (const step of steps.slice(0, -1)) holder = isHolder(holder) && Object.hasOwn(holder, step) ? holder[step] : null;
  const last = steps.at(-1);
  if (last !== undefined && isHolder(holder) && Object.hasOwn(holder, last)) holder[last] = REDACTED;
}

const isHolder = (value: unknown): value is Place => isJsonObject(value) || Array.isArray(value);
