/** The published Agent Hooks schemas where they lie beside a checkout. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { INTERCEPTION_POINTS } from "../agent-hooks/types";
import { referenceFile } from "./reference";

const FOLDER = "agent-hooks/spec/schema";
const BASE = "https://responsibleai.github.io/agent-hooks/schema/v0.1/";
const FILES = ["interception-point", "agent-context", "verdict", "approval", "interception-record"];

type Schema = { readonly $id: string };

export interface AgentHooksSchemas {
  context(point: string): ValidateFunction;
  readonly verdict: ValidateFunction;
  readonly record: ValidateFunction;
  readonly request: ValidateFunction;
}

/** Null where the reference data is absent. Throws where only a part of it is there. */
export function agentHooksSchemas(): AgentHooksSchemas | null {
  if (referenceFile(`${FOLDER}/verdict.schema.json`) === null) return null;
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  for (const name of FILES) ajv.addSchema(referenceFile(`${FOLDER}/${name}.schema.json`) as Schema);
  for (const point of INTERCEPTION_POINTS) {
    ajv.addSchema(referenceFile(`${FOLDER}/agent-context/${point}.schema.json`) as Schema, `point/${point}`);
  }
  const get = (id: string): ValidateFunction => {
    const found = ajv.getSchema(id);
    if (!found) throw new Error(`no schema ${id}`);
    return found;
  };
  return {
    context: (point) => get(`point/${point}`),
    verdict: get(`${BASE}verdict.schema.json`),
    record: get(`${BASE}interception-record.schema.json`),
    request: get(`${BASE}approval.schema.json#/$defs/request`),
  };
}

/** What the schema has against the value; null for nothing. */
export function faultsOf(validate: ValidateFunction, value: unknown): unknown {
  validate(value);
  return validate.errors ?? null;
}
