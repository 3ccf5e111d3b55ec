/** Pre-parsed policy sets, one for every kind of step that a bundle tells apart. */
import { preparsePolicySet } from "@cedar-policy/cedar-wasm/nodejs";
import type { CedarRule } from "./cedar-rules";

/** Ids of pre-parsed sets: every rule that can apply, and its permits alone. Null where there is nothing to evaluate. */
export interface Slice {
  readonly all: string | null;
  readonly permits: string | null;
}

/** The WASM module keeps one table of sets for the whole process. */
let made = 0;

/**
 * A slice leaves out exactly the rules whose scope the step cannot meet, so it decides as the whole set would. There are
 * only as many slices as methods and tools are named in the bundle: names that an agent makes up share one.
 */
export class Slices {
  readonly #rules: readonly CedarRule[];
  readonly #methods: ReadonlySet<string>;
  readonly #tools: ReadonlySet<string>;
  readonly #made = new Map<string, Slice>();

  constructor(rules: readonly CedarRule[]) {
    this.#rules = rules;
    this.#methods = new Set(rules.flatMap((rule) => rule.methods ?? []));
    this.#tools = new Set(rules.flatMap((rule) => rule.tools ?? []));
  }

  /** Throws when a set that parsed policy by policy does not parse as a whole. */
  for(method: string, tool: string | undefined): Slice {
    const known = this.#methods.has(method) ? method : "";
    const named = tool !== undefined && this.#tools.has(tool) ? tool : "";
    const key = JSON.stringify([known, named]);
    const cached = this.#made.get(key);
    if (cached) return cached;
    const rules = this.#rules.filter(
      (rule) => (rule.methods?.includes(method) ?? true) && (rule.tools?.some((name) => name === tool) ?? true),
    );
    const slice = { all: preparse(rules), permits: preparse(rules.filter((rule) => rule.effect === "permit")) };
    this.#made.set(key, slice);
    return slice;
  }

  /** Gives the memory back; a later `for` parses again. */
  release(): void {
    for (const slice of this.#made.values()) {
      for (const id of [slice.all, slice.permits]) if (id !== null) preparsePolicySet(id, { staticPolicies: {} });
    }
    this.#made.clear();
  }
}

function preparse(rules: readonly CedarRule[]): string | null {
  if (rules.length === 0) return null;
  made += 1;
  const id = `set-${made}`;
  const staticPolicies = Object.fromEntries(rules.map((rule) => [rule.id, rule.text]));
  const answer = preparsePolicySet(id, { staticPolicies });
  if (answer.type === "failure") throw new Error(answer.errors.map((error) => error.message).join("; "));
  return id;
}
