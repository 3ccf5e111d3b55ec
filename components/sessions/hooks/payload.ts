/** Reads the members of a stored payload, whose shape is somebody else's: what does not fit is simply not there. */
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/core/json/value";
import type { StepDetail } from "@/lib/core/read-models/sessions";
import { readStored } from "@/lib/core/read-models/shown";

export const text = (value: JsonValue | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;

export const number = (value: JsonValue | undefined): number | null => (typeof value === "number" ? value : null);

export const object = (value: JsonValue | undefined): JsonObject | null => (isJsonObject(value) ? value : null);

export const list = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];

export const texts = (value: JsonValue | undefined): readonly string[] =>
  list(value).filter((item): item is string => typeof item === "string");

/** `agent_loop` → `agent loop` */
export const words = (value: JsonValue | undefined): string | null => text(value)?.replaceAll("_", " ") ?? null;

export interface StepMessages {
  /** Empty where the request is erased, withheld or unreadable. */
  readonly payload: JsonObject;
  readonly metadata: JsonObject;
  /** Empty for an error answer. */
  readonly result: JsonObject;
  readonly entry: JsonObject;
}

const EMPTY: JsonObject = {};

export function messagesOf(step: StepDetail): StepMessages {
  const request = object(readStored(step.request?.text ?? "") ?? undefined);
  const response = object(readStored(step.response?.text ?? "") ?? undefined);
  const params = object(request?.params);
  return {
    payload: object(params?.payload) ?? EMPTY,
    metadata: object(params?.metadata) ?? EMPTY,
    result: object(response?.result) ?? EMPTY,
    entry: object(readStored(step.entry) ?? undefined) ?? EMPTY,
  };
}
