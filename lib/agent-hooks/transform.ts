/** §5.2: the path of a transform, and its effect on a context. */
import type { JsonObject, JsonValue } from "../core/json/value";
import { err, ok, type Result } from "../core/result";
import { checkEnvelope } from "./envelope";
import type { AgentContext, HostError, InterceptionPoint } from "./types";

export type Segment = string | number;

const ROOT = /^\$(?:policy_)?target/;
const SEGMENT = /\.([A-Za-z0-9_-]+)|\[([0-9]+)\]|\["([A-Za-z0-9_-]+)"\]/y;

/** Where `target` is mirrored. Points without an entry permit no transform. */
const ALIASES: Partial<Record<InterceptionPoint, readonly string[]>> = {
  input: ["input"],
  pre_model_call: ["messages"],
  post_model_call: ["response"],
  pre_tool_call: ["tool_call", "args"],
  post_tool_call: ["tool_result", "value"],
  output: ["output"],
};

export const permitsTransform = (point: InterceptionPoint): boolean => ALIASES[point] !== undefined;

/** Segments below the target. Fails with the reason that the host denies with. */
export function parsePath(path: string): Result<readonly Segment[], HostError> {
  const root = ROOT.exec(path);
  if (!root) return err("host_error:transform_target_forbidden");
  const segments: Segment[] = [];
  SEGMENT.lastIndex = root[0].length;
  while (SEGMENT.lastIndex < path.length) {
    const found = SEGMENT.exec(path);
    if (!found) return err("host_error:transform_invalid");
    const [, name, index, quoted] = found;
    segments.push(index === undefined ? ((name ?? quoted) as string) : Number(index));
  }
  return ok(segments);
}

export interface Transform {
  readonly path: string;
  readonly value: JsonValue;
}

/**
 * The context with the target rewritten, in both places. Every step must exist, also the last one. Refuses what the
 * point's own check refuses, so that arguments cannot become a string.
 */
export function applyTransform(context: AgentContext, transform: Transform): Result<AgentContext, HostError> {
  const alias = ALIASES[context.interception_point];
  if (!alias) return err("host_error:transform_target_forbidden");
  const path = parsePath(transform.path);
  if (!path.ok) return path;
  const target = replaced(context.target, path.value, transform.value);
  if (target === undefined) return err("host_error:transform_invalid");
  const mirrored = replaced(context, alias, target);
  if (mirrored === undefined) return err("host_error:transform_invalid");
  const rewritten = { ...(mirrored as AgentContext), target };
  return checkEnvelope(rewritten) === null ? ok(rewritten) : err("host_error:transform_invalid");
}

/** A copy along the path, undefined where a step is missing. */
function replaced(holder: JsonValue, path: readonly Segment[], value: JsonValue): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof holder !== "object" || holder === null) return undefined;
  const below = typeof step === "number" ? elementAt(holder, step) : ownMember(holder, step);
  if (below === undefined) return undefined;
  const inner = replaced(below, rest, value);
  if (inner === undefined) return undefined;
  if (typeof step === "number") return (holder as readonly JsonValue[]).with(step, inner);
  // spreading keeps an own __proto__ as data; a computed name defines one
  return { ...(holder as JsonObject), [step]: inner };
}

const elementAt = (holder: object, index: number): JsonValue | undefined =>
  Array.isArray(holder) && index < holder.length ? (holder[index] as JsonValue) : undefined;

const ownMember = (holder: object, name: string): JsonValue | undefined =>
  !Array.isArray(holder) && Object.hasOwn(holder, name) ? (holder as JsonObject)[name] : undefined;
