/** Pre-parsed policy sets, one for every kind of step that a bundle tells apart. */
import { preparsePolicySet } from "@cedar-policy/cedar-wasm/nodejs";
import type { CedarRule } from "./cedar-rules";

/** The WASM module keeps one table of sets for the whole process. */
let made = 0;

/**
 * A slice leaves out exactly the rules whose scope the step cannot meet, so it answers as the whole set would. There are
 * only as many slices as methods and tools are named in the bundle: names that an agent makes up share one.
 *
 * Inside a slice every rule is a permit. Cedar's answer then names each rule that is satisfied, where a forbid would hide
 * the permits; what a satisfied rule means is decided here, not by Cedar.
 */
export class Slices {
  readonly #rules: readonly CedarRule[];
  readonly #methods: ReadonlySet<string>;
  readonly #tools: ReadonlySet<string>;
  readonly #made = new Map<string, string | null>();

  constructor(rules: readonly CedarRule[]) {
    this.#rules = rules;
    this.#methods = new Set(rules.flatMap((rule) => rule.methods ?? []));
    this.#tools = new Set(rules.flatMap((rule) => rule.tools ?? []));
  }

  /** Id of the pre-parsed set, or null when no rule can apply. Throws when the set does not parse as a whole. */
  for(method: string, tool: string | undefined): string | null {
    const known = this.#methods.has(method) ? method : "";
    const named = tool !== undefined && this.#tools.has(tool) ? tool : "";
    const key = JSON.stringify([known, named]);
    const cached = this.#made.get(key);
    if (cached !== undefined) return cached;
    const slice = preparse(
      this.#rules.filter(
        (rule) => (rule.methods?.includes(method) ?? true) && (rule.tools?.some((name) => name === tool) ?? true),
      ),
    );
    this.#made.set(key, slice);
    return slice;
  }

  /** Gives the memory back; a later `for` parses again. */
  release(): void {
    for (const id of this.#made.values()) if (id !== null) preparsePolicySet(id, { staticPolicies: {} });
    this.#made.clear();
  }
}

function preparse(rules: readonly CedarRule[]): string | null {
  if (rules.length === 0) return null;
  made += 1;
  const id = `set-${made}`;
  const staticPolicies = Object.fromEntries(
    rules.map(({ id, policy }) => [id, { ...policy, effect: "permit" as const }]),
  );
  const answer = preparsePolicySet(id, { staticPolicies });
  if (answer.type === "failure") throw new Error(answer.errors.map((error) => error.message).join("; "));
  return id;
}
