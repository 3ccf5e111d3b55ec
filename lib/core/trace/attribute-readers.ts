/** How span attributes are read from a step (W§19): counts and closed vocabularies as they came, every text as it may be shown. */
import { agbomBody, changeReason as agbomReason } from "../agbom/document";
import { member, memberAt } from "../json/build";
import type { JsonObject, JsonValue } from "../json/value";
import { cut, LONGEST_LIST, type Shown } from "./redact";

export type AttributeValue = string | number | boolean | readonly string[];
export interface Attributes {
  readonly [name: string]: AttributeValue;
}

/** The payload as it came, for counts and closed vocabularies; as it may be shown, for every text. */
export interface AttributeSource {
  readonly raw: JsonObject;
  readonly shown: Shown;
  readonly sessionId: string;
  readonly agentId: string;
}

export type Read = (source: AttributeSource) => AttributeValue | undefined;

export const at =
  (...path: readonly string[]): Read =>
  (source) =>
    textOf(memberAt(source.shown.payload, ...path));
export const numberAt =
  (...path: readonly string[]): Read =>
  (source) =>
    numberOf(memberAt(source.raw, ...path));
export const flagAt =
  (name: string): Read =>
  (source) => {
    const value = member(source.raw, name);
    return typeof value === "boolean" ? value : undefined;
  };
export const countAt =
  (name: string): Read =>
  (source) => {
    const list = member(source.raw, name);
    return Array.isArray(list) ? list.length : undefined;
  };
export const listAt =
  (name: string): Read =>
  (source) =>
    textsOf(member(source.shown.payload, name));

export const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === "string" ? cut(value) : undefined;
const numberOf = (value: JsonValue | undefined): number | undefined => (typeof value === "number" ? value : undefined);
const textsOf = (value: JsonValue | undefined): readonly string[] | undefined =>
  Array.isArray(value)
    ? value
        .filter((item) => typeof item === "string")
        .slice(0, LONGEST_LIST)
        .map((item) => cut(item))
    : undefined;

export const sessionId: Read = (source) => source.sessionId;
export const agentId: Read = (source) => source.agentId;

/** Of `raw`, because the types are a closed vocabulary and stay when the content was redacted whole. */
export const contentTypes: Read = ({ raw }) => {
  const items = member(raw, "content");
  if (!Array.isArray(items)) return undefined;
  const types = items.map((item) => member(item as JsonValue, "type")).filter((type) => typeof type === "string");
  return [...new Set(types)].slice(0, LONGEST_LIST);
};

export const userId: Read = ({ shown }) =>
  textOf(memberAt(shown.metadata, "user_context", "user_id")) ??
  ["user_id", "id", "uid", "subject", "value"]
    .map((name) => textOf(memberAt(shown.payload, "user_identity", name)))
    .find((id) => id !== undefined);

export const loadPath: Read = ({ shown }) => {
  const path = member(shown.payload, "load_path");
  return Array.isArray(path) ? textsOf(path.map((item) => member(item as JsonValue, "skill_id") ?? null)) : undefined;
};

export const originsCompacted: Read = ({ raw }) =>
  textsOf(memberAt(raw, "pre_compact_provenance_summary", "origins_seen"));

export const componentCount: Read = ({ raw }) => {
  const list = member(agbomBody(raw), "components");
  return Array.isArray(list) ? list.length : undefined;
};

export const changeReason: Read = ({ shown }) => textOf(agbomReason(shown.payload) ?? undefined);

/** Only the canonical form travels on this wire. */
export const asCanonical: Read = () => "canonical";
