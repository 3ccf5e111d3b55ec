/** What every serialization of an AgBOM is made from (W§21), and how ids are spelled where a format forbids characters. */

import { nobleCrypto } from "../../crypto-noble";
import { toHex } from "../../encoding";
import { member, memberAt } from "../../json/build";
import { utf8 } from "../../json/canonical";
import type { JsonObject } from "../../json/value";
import { type Reference, referencesOf } from "../graph";
import type { AgbomComponent } from "../schema";

/** The order of components is that of their ids; the same source always gives the same bytes. */
export interface ExportSource {
  readonly agentId: string;
  readonly agentName: string;
  readonly sessionId: string;
  /** ISO 8601 with Z: when the AgBOM last changed, not when somebody asked for it. */
  readonly generatedAt: string;
  /** `agbom_hash` of the canonical document. */
  readonly hash: string;
  readonly components: readonly AgbomComponent[];
  /** The Observed Agent's framework, where its session named one. */
  readonly framework: string | null;
}

const CLEAN = /^[A-Za-z0-9][A-Za-z0-9.-]{0,199}$/;

const shortHash = (text: string): string => toHex(nobleCrypto.sha256(utf8(text))).slice(0, 32);

/**
 * Letters, digits, dot and dash only. An id that is so already stays; any other gets its digest, so that two ids never
 * become one; what looks like the result of that is treated as such an id too.
 */
export function safeId(id: string): string {
  if (CLEAN.test(id) && !id.startsWith("acs.")) return id;
  const readable = id.slice(0, 80).replaceAll(/[^A-Za-z0-9.-]+/g, "-");
  return `acs.${readable}.${shortHash(id)}`;
}

/** A UUID (version 8) that the session and the state of its AgBOM determine. */
export function serialUuid({ sessionId, hash }: ExportSource): string {
  const hex = shortHash(`${sessionId} ${hash}`);
  const variant = ((Number.parseInt(hex[16] ?? "0", 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** References to components that are declared, each once, without a component's reference to itself. */
export function memberIds(component: JsonObject, declared: ReadonlySet<string>): readonly Reference[] {
  return referencesOf(component).filter(({ to }) => declared.has(to) && to !== member(component, "id"));
}

export const declaredIds = ({ components }: ExportSource): ReadonlySet<string> =>
  new Set(components.map(({ id }) => id));

/** A member as text, null where it is absent or empty. */
export function textAt(component: JsonObject, ...path: readonly string[]): string | null {
  const value = memberAt(component, ...path);
  return typeof value === "string" && value !== "" ? value : null;
}
