/** The published ACS schemas where they lie beside a checkout, with the corrections that newer public text makes. */
import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { referenceFile } from "./reference";

type Schema = { readonly [keyword: string]: unknown };
type Mutable = { [keyword: string]: Mutable } & { required?: string[] };

const BASE = "https://acs.test/";

/** Hooks whose schema file was found, by method. */
export const PUBLISHED_HOOKS: { readonly [method: string]: string } = {
  "steps/userMessage": "user-message",
  "steps/agentResponse": "agent-response",
  "steps/knowledgeRetrieval": "knowledge-retrieval",
  "steps/memoryContextRetrieval": "memory-context-retrieval",
  "steps/memoryStore": "memory-store",
  "steps/toolCallRequest": "tool-call-request",
  "steps/toolCallResult": "tool-call-result",
  "steps/preCompact": "pre-compact",
  "steps/postCompact": "post-compact",
  "steps/subagentStop": "subagent-stop",
  "steps/turnEnd": "turn-end",
};

/** Hooks whose published base schema still requires provenance; newer text makes it optional and keeps this as the strict form. */
const RELAXED = [
  "user-message",
  "agent-response",
  "knowledge-retrieval",
  "memory-context-retrieval",
  "memory-store",
  "tool-call-request",
  "tool-call-result",
];

const OTHERS = [
  "provenance",
  "provenance-summary",
  "request-envelope",
  "handshake",
  "modifications",
  "agbom/component",
];

export interface PublishedSchemas {
  /** The schema's text under our uniform `$id`; `strict` names the provenance-strict form of a hook. */
  schema(path: string): Schema;
  resolve(from: string): (ref: string) => Schema;
  accepts(path: string, value: unknown): boolean;
}

/** Null where the reference data is absent. */
export function publishedSchemas(): PublishedSchemas | null {
  if (referenceFile("acs-schemas/hooks/user-message.json") === null) return null;
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  const schemas = new Map<string, Schema>();
  const add = (path: string, schema: Schema) => {
    const named = { ...schema, $id: BASE + path };
    schemas.set(path, named);
    ajv.addSchema(named);
  };
  for (const name of OTHERS) add(`${name}.json`, corrected(name, referenceFile(`acs-schemas/${name}.json`) as Mutable));
  for (const name of Object.values(PUBLISHED_HOOKS)) {
    const stored = referenceFile(`acs-schemas/hooks/${name}.json`) as Mutable;
    add(`hooks/${name}.strict.json`, stored);
    add(`hooks/${name}.json`, RELAXED.includes(name) ? withoutProvenance(stored) : stored);
  }
  const find = (path: string): Schema => {
    const [file = "", pointer = ""] = path.split("#");
    let found: unknown = schemas.get(file);
    for (const token of pointer.split("/").filter(Boolean)) found = (found as Schema | undefined)?.[token];
    if (typeof found !== "object" || found === null) throw new Error(`no schema ${path}`);
    return found as Schema;
  };
  return {
    schema: find,
    resolve: (from) => (ref) =>
      find(ref.startsWith("#") ? from + ref : new URL(ref, BASE + from).href.slice(BASE.length)),
    accepts(path, value) {
      const validate = ajv.getSchema(BASE + path);
      if (!validate) throw new Error(`no schema ${path}`);
      return validate(JSON.parse(JSON.stringify(value))) === true;
    },
  };
}

/** `provenance` out of every `required` list. */
function withoutProvenance(schema: Mutable): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "required" && Array.isArray(value) ? value.filter((name) => name !== "provenance") : value,
  );
}

function corrected(name: string, schema: Mutable): Schema {
  if (name !== "handshake") return schema;
  const copy = structuredClone(schema);
  const { ClientHello, ServerHello } = copy.$defs as Mutable;
  // the failure posture was renamed; profiles are negotiated by intersection, so an unknown name is no fault
  const server = ServerHello?.properties as Mutable;
  server.on_decision_failure = server.on_timeout as Mutable;
  delete server.on_timeout;
  (ClientHello?.properties as Mutable).profiles_supported = { type: "array", items: { type: "string" } } as never;
  return copy;
}
