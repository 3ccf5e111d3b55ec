/** Turns a step into what Cedar evaluates. What has no faithful form there is refused by name, never approximated. */

import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import type { PolicyStep } from "../core/policy/types";
import { err, ok, type Result } from "../core/result";
import { formatPointer } from "../core/wire/pointer";
import { commandFacts } from "./command-facts";

/** Cedar's JSON form of a value. */
export type CedarValue = boolean | number | string | readonly CedarValue[] | { readonly [member: string]: CedarValue };

export interface CedarRequest {
  readonly principal: { readonly type: "Agent"; readonly id: string };
  readonly action: { readonly type: "Action"; readonly id: string };
  readonly resource: { readonly type: "Tool" | "Session"; readonly id: string };
  readonly context: { readonly [member: string]: CedarValue };
}

export interface InputFault {
  readonly reason_code: "policy_input_unrepresentable" | "policy_input_reserved_member";
  /** A JSON pointer below the arguments; agent text. */
  readonly path: string;
  readonly problem: string;
}

/** Cedar's JSON reader gives these members a meaning of their own. An agent must not reach it. */
const RESERVED = new Set(["__entity", "__extn", "__expr"]);

/** Well below what the WASM module's JSON reader can nest. */
const MAX_DEPTH = 100;

/** Cedar's decimal holds 64 bits of ten-thousandths. */
const MAX_DECIMAL = 922_337_203_685_477;

/** Each decimal costs Cedar a fifth of a millisecond, and everybody waits meanwhile. */
const MAX_DECIMALS = 500;

/** JSON null. An entity, so that ordering, `like` and member access fail instead of finding nothing. */
const NULL: CedarValue = { __entity: { type: "Null", id: "null" } };

/** What policies call the step. */
export const actionOf = (step: PolicyStep): string => step.action ?? step.method;

/** Every string of the step is data: none of it is parsed as Cedar. */
export function cedarRequest(step: PolicyStep): Result<CedarRequest, InputFault> {
  const args = convert({ value: step.arguments ?? {}, tokens: [], depth: 0 });
  if (!args.ok) return args;
  const numbers = numbersOf(step.arguments ?? {});
  if (Object.keys(numbers).length + decimalsIn(args.value) > MAX_DECIMALS) return err(TOO_MANY);
  const tool = step.tool?.name;
  return ok({
    principal: { type: "Agent", id: step.agent_id },
    action: { type: "Action", id: actionOf(step) },
    resource: tool === undefined ? { type: "Session", id: step.session_id } : { type: "Tool", id: tool },
    context: {
      ...present({
        tool,
        provider: step.tool?.provider,
        version: step.tool?.version,
        server: step.server,
        capability: step.capability,
        operation: step.operation,
        raw_command: step.raw_command,
        user_id: step.user_id,
        environment: step.environment,
      }),
      method: step.method,
      agent_id: step.agent_id,
      session_id: step.session_id,
      text: (step.text ?? []).join("\n"),
      about: step.about ?? {},
      args: args.value,
      numbers,
      ...commandFacts(step),
    },
  });
}

function present(members: { readonly [name: string]: string | undefined }): { [name: string]: string } {
  const kept: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) kept[name] = value;
  return kept;
}

interface Place {
  readonly value: JsonValue;
  readonly tokens: readonly string[];
  readonly depth: number;
}

function convert(place: Place): Result<CedarValue, InputFault> {
  const { value, depth } = place;
  if (depth > MAX_DEPTH) return unrepresentable(place, "is nested too deeply");
  if (value === null) return ok(NULL);
  if (typeof value === "number") {
    const number = cedarNumber(value);
    return number === null ? unrepresentable(place, "is a number that policy cannot hold exactly") : ok(number);
  }
  if (isJsonObject(value)) return convertRecord(value, place);
  if (typeof value === "object") return convertSet(value, place);
  return ok(value);
}

function convertSet(items: readonly JsonValue[], { tokens, depth }: Place): Result<CedarValue, InputFault> {
  const set: CedarValue[] = [];
  for (const [index, value] of items.entries()) {
    const item = convert({ value, tokens: [...tokens, String(index)], depth: depth + 1 });
    if (!item.ok) return item;
    set.push(item.value);
  }
  return ok(set);
}

function convertRecord(object: JsonObject, { tokens, depth }: Place): Result<CedarValue, InputFault> {
  // without a prototype, a member called __proto__ is a member like any other
  const made: { [member: string]: CedarValue } = Object.create(null);
  for (const name of Object.keys(object)) {
    const path = [...tokens, name];
    if (RESERVED.has(name)) {
      return err({
        reason_code: "policy_input_reserved_member",
        path: formatPointer(path),
        problem: "has a reserved name",
      });
    }
    const member = convert({ value: object[name] ?? null, tokens: path, depth: depth + 1 });
    if (!member.ok) return member;
    made[name] = member.value;
  }
  return ok(made);
}

const TOO_MANY: InputFault = {
  reason_code: "policy_input_unrepresentable",
  path: "",
  problem: `or others hold more than ${MAX_DECIMALS} numbers that policy must hold exactly`,
};

/** Decimals anywhere in a converted value; it holds no other extension. */
function decimalsIn(value: CedarValue): number {
  if (typeof value !== "object") return 0;
  if ("__extn" in value) return 1;
  let count = 0;
  for (const item of Object.values(value)) count += decimalsIn(item as CedarValue);
  return count;
}

const unrepresentable = (place: Place, problem: string): Result<never, InputFault> =>
  err({ reason_code: "policy_input_unrepresentable", path: formatPointer(place.tokens), problem });

/** Whole numbers as Long, others as decimal when at most four places say exactly the same number. */
function cedarNumber(value: number): CedarValue | null {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const text = String(value);
  return /^-?\d+\.\d{1,4}$/.test(text) && Math.abs(value) < MAX_DECIMAL ? decimal(text) : null;
}

/** The arguments that are numbers, all as decimal, so that one comparison fits whole and broken amounts alike. */
function numbersOf(args: { readonly [name: string]: JsonValue }): { readonly [name: string]: CedarValue } {
  const numbers: { [name: string]: CedarValue } = Object.create(null);
  for (const [name, value] of Object.entries(args)) {
    if (typeof value !== "number" || Math.abs(value) >= MAX_DECIMAL) continue;
    numbers[name] = decimal(Number.isInteger(value) ? `${value === 0 ? 0 : value}.0` : String(value));
  }
  return numbers;
}

const decimal = (text: string): CedarValue => ({ __extn: { fn: "decimal", arg: text } });
