/** An answer as a check reads it. Nothing is required of it here: that is what checks are for. */

import { readJson } from "../../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import { Failed } from "./outcome";

export interface Answer {
  readonly raw: JsonObject;
  readonly result: JsonObject;
  readonly error: JsonObject;
  readonly decision: string | undefined;
  readonly codes: readonly string[];
  readonly head: string | undefined;
  /** `error.code`. */
  readonly code: number | undefined;
  readonly data: JsonObject;
  /** For messages: the decision, or the error's code and reason. */
  readonly brief: string;
}

export const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const textOf = (value: JsonValue | undefined) => (typeof value === "string" ? value : undefined);

export function readValue(bytes: Uint8Array): JsonValue {
  const read = readJson(bytes);
  if (!read.ok) throw new Failed("the answer is not JSON");
  return read.value;
}

export function answerOf(value: JsonValue): Answer {
  if (!isJsonObject(value)) throw new Failed("the answer is not a JSON object");
  const result = objectOf(value.result);
  const error = objectOf(value.error);
  const data = objectOf(error.data);
  const codes = Array.isArray(result.reason_codes) ? result.reason_codes.map(String) : [];
  const decision = textOf(result.decision);
  const code = typeof error.code === "number" ? error.code : undefined;
  const said = decision === undefined ? "no decision" : [decision, ...codes].join(" ");
  return {
    raw: value,
    result,
    error,
    decision,
    codes,
    head: textOf(result.chain_hash),
    code,
    data,
    brief: code === undefined ? said : `${code} ${textOf(data.reason) ?? ""}`.trim(),
  };
}
