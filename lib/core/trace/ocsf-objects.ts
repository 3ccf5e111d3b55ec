/** The objects that an OCSF class demands, filled from the step (W§20): process, module, database, device, user or app. */
import { member, memberAt } from "../json/build";
import type { JsonObject } from "../json/value";
import { type AttributeSource, componentCount, textOf } from "./attribute-readers";
import type { StepRecord } from "./record";

export interface StepObjects {
  /** Members of the event itself. */
  readonly own: object;
  /** Members of `unmapped.acs`. */
  readonly acs: object;
  /** The tool or thing that the step is about. */
  readonly subject: string | undefined;
}

type Source = AttributeSource & Pick<StepRecord, "method" | "agentName" | "params">;

const AGENT = { type_id: 99, type: "AI Agent" };

export function stepObjects(source: Source, classUid: number): StepObjects {
  const make = BY_CLASS[classUid] ?? appObjects;
  return make(source, source.shown.payload);
}

const agent = ({ agentId, agentName }: Pick<Source, "agentId" | "agentName">) => ({
  uid: agentId,
  name: agentName ?? agentId,
});

const appObjects = (source: Source): StepObjects => ({ own: { app: agent(source) }, acs: {}, subject: undefined });

function authenticationObjects(source: Source, payload: JsonObject): StepObjects {
  const child = textOf(member(payload, "subagent_session_id"));
  return {
    own: {
      user: { ...agent(source), ...AGENT },
      service: { name: "ACS Guardian" },
      ...(child === undefined ? {} : { session: { uid: child } }),
    },
    acs: child === undefined ? {} : { subagent_session_id: child },
    subject: child,
  };
}

function processObjects(source: Source, payload: JsonObject): StepObjects {
  const name =
    textOf(memberAt(payload, "tool", "name")) ??
    textOf(memberAt(payload, "params", "name")) ??
    textOf(source.shown.tool ?? undefined);
  const capability = textOf(member(payload, "capability"));
  const ref = textOf(member(payload, "request_id_ref")) ?? textOf(member(source.params, "request_id"));
  const provider = textOf(memberAt(payload, "tool", "provider"));
  const version = textOf(memberAt(payload, "tool", "version"));
  const exit_status = textOf(member(payload, "exit_status"));
  return {
    own: { device: { ...agent(source), ...AGENT }, process: { uid: ref, name } },
    acs: { tool: { id: name, execution_id: ref, capability, provider, version, exit_status } },
    subject: name,
  };
}

function moduleObjects(source: Source, payload: JsonObject): StepObjects {
  const id = textOf(member(payload, "skill_id"));
  const digest = digestOf(payload);
  return {
    own: {
      device: { ...agent(source), ...AGENT },
      module: { type: "AI Skill", load_type_id: 99, load_type: "ACS skill", function_name: id },
    },
    acs: { skill: { id, digest, load_trigger: textOf(member(payload, "load_trigger")) } },
    subject: id,
  };
}

function inventoryObjects(source: Source, payload: JsonObject): StepObjects {
  const own = { device: { ...agent(source), ...AGENT } };
  const id = textOf(member(payload, "skill_id"));
  if (id !== undefined) return { own, acs: { skill: { id, digest: digestOf(payload) } }, subject: id };
  return { own, acs: { agbom: { format: "canonical", component_count: componentCount(source) } }, subject: undefined };
}

const digestOf = (payload: JsonObject): object => {
  const place = memberAt(payload, "definition", "digest") ?? member(payload, "digest");
  return { algorithm: textOf(member(place, "algorithm")), value: textOf(member(place, "value")) };
};

function datastoreObjects(source: Source, payload: JsonObject): StepObjects {
  const name =
    textOf(memberAt(payload, "memory_store", "name")) ?? textOf(memberAt(payload, "source", "name")) ?? "agent context";
  const type = textOf(memberAt(payload, "source", "type")) ?? textOf(memberAt(payload, "memory_store", "scope"));
  return {
    own: {
      database: { name, type_id: 99, ...(type === undefined ? {} : { type }) },
      src_endpoint: { ...agent(source), ...AGENT },
    },
    acs: { datastore: { name, type } },
    subject: name,
  };
}

const BY_CLASS: { readonly [uid: number]: (source: Source, payload: JsonObject) => StepObjects } = {
  1005: moduleObjects,
  1007: processObjects,
  3002: authenticationObjects,
  5001: inventoryObjects,
  6005: datastoreObjects,
};
