/** Stand-ins for tools and models that describe the real one and refuse to run it. */
import { Runnable } from "@langchain/core/runnables";

export type Refuse = (entry: string) => Promise<never>;

/** Methods that only describe. Every other function of a sealed object, known or not, refuses. */
export const DESCRIBING = new Set([
  "constructor",
  "getName",
  "toJSON",
  "toJSONNotImplemented",
  "lc_name",
  "getGraph",
  "_llmType",
  "_modelType",
  "_identifyingParams",
  "_getSerializedCacheKeyParametersForCall",
  "getLsParams",
  "getLsParamsWithDefaults",
  "invocationParams",
  "getNumTokens",
  "getNumTokensFromMessages",
  "serialize",
]);

/** Methods that return another runnable at once: that one refuses. */
export const DERIVING = new Set([
  "bindTools",
  "withStructuredOutput",
  "withConfig",
  "withRetry",
  "withFallbacks",
  "withListeners",
  "bind",
  "pipe",
  "pick",
  "assign",
  "map",
  "asTool",
]);

const originals = new WeakMap<object, object>();

/** Same name, description, schema and class; `unseal` gives the real one back to the guard. */
export function seal<T extends object>(original: T, label: string, refuse: Refuse): T {
  if (originals.has(original)) return original;
  const sealed = Object.create(original) as T;
  for (const name of functionNames(original)) {
    if (DESCRIBING.has(name)) continue;
    const entry = `${label}.${name}()`;
    const value = DERIVING.has(name) ? () => new Refusing(refuse, entry) : () => refused(refuse, entry);
    Object.defineProperty(sealed, name, { value, configurable: true, writable: true });
  }
  for (const [name, inner] of Object.entries(original)) {
    // what the real one is made of, such as the runnable inside a tool
    if (Runnable.isRunnable(inner))
      Object.defineProperty(sealed, name, { value: seal(inner, `${label}.${name}`, refuse) });
  }
  originals.set(sealed, original);
  return sealed;
}

export const unseal = <T extends object>(value: T): T => (originals.get(value) as T | undefined) ?? value;

export function functionNames(object: object): string[] {
  const names = new Set<string>();
  for (let level = object; level !== Object.prototype && level !== null; level = Object.getPrototypeOf(level)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (typeof value === "function") names.add(name);
    }
  }
  return [...names];
}

/** Rejects for whoever awaits it, and kills no process when nobody does. */
function refused(refuse: Refuse, entry: string): Promise<never> {
  const refusal = refuse(entry);
  refusal.catch(() => undefined);
  return refusal;
}

class Refusing extends Runnable {
  lc_namespace = ["agent_hooks"];
  readonly #refuse: Refuse;
  readonly #entry: string;

  constructor(refuse: Refuse, entry: string) {
    super();
    this.#refuse = refuse;
    this.#entry = entry;
  }

  override invoke(): Promise<never> {
    return this.#refuse(this.#entry);
  }
}
