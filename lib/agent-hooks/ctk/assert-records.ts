/** What a vector says about records and consultations, and what holds of every record. */
import { contextIdentity } from "../identity";
import type { AgentContext, ApprovalRequest, InterceptionRecord } from "../types";
import { isDottedPath, valueAt } from "./dotted-path";
import { inOrder } from "./in-order";
import { recordFaults as shapeFaults } from "./record-shape";
import { sameJson } from "./same-json";
import type { Expectation, ExpectedConsultation, ExpectedRecord } from "./vector";

/** One line for each broken expectation. */
export function recordFaults(expect: Expectation, records: readonly InterceptionRecord[]): readonly string[] {
  const wire = JSON.parse(JSON.stringify(records)) as readonly InterceptionRecord[];
  const faults: string[] = [];
  const expected = expect.records ?? [];
  const matched = inOrder(expected, wire);
  for (const [index, one] of expected.entries()) {
    const at = `records[${index}] ${one.interception_point}`;
    const record = matched[index];
    if (!record) faults.push(`${at}: there is none in this order`);
    else faults.push(...oneFaults(one, record).map((fault) => `${at}: ${fault}`));
  }
  const { record_count: count, identities_equal: areEqual } = expect;
  if (count !== undefined && wire.length !== count) faults.push(`record_count: there are ${wire.length}`);
  if (areEqual !== undefined) faults.push(...identityFaults(areEqual, wire));
  return faults;
}

function oneFaults(expected: ExpectedRecord, record: InterceptionRecord): readonly string[] {
  const faults: string[] = [];
  for (const [path, value] of Object.entries(expected.assert ?? {}))
    if (!sameJson(valueAt(record, path), value)) faults.push(`${path} is not as expected`);
  for (const path of expected.present ?? [])
    if (!isDottedPath(path) || valueAt(record, path) === undefined) faults.push(`${path} is missing`);
  for (const path of expected.absent ?? []) if (valueAt(record, path) !== undefined) faults.push(`${path} is there`);
  return faults;
}

function identityFaults(areEqual: boolean, records: readonly InterceptionRecord[]): readonly string[] {
  const everyPair = records.every((record) => record.input_identity === record.enforced_identity);
  if (areEqual) return everyPair ? [] : ["identities_equal: a pair differs"];
  return everyPair ? ["identities_equal: no pair differs"] : [];
}

/** Every consultation that took place, and no other. */
export function consultationFaults(
  expected: readonly ExpectedConsultation[] | undefined,
  requests: readonly ApprovalRequest[],
): readonly string[] {
  if (!expected) return [];
  if (requests.length !== expected.length) return [`consultations: there were ${requests.length}`];
  return expected.flatMap((one, index) => {
    const request = requests[index];
    const faults: string[] = [];
    if (request?.interception_point !== one.interception_point) faults.push("was at another point");
    for (const [path, value] of Object.entries(one.request ?? {}))
      if (!sameJson(valueAt(request, path), value)) faults.push(`${path} is not as expected`);
    const text = JSON.stringify(request);
    for (const needle of one.request_must_not_contain ?? [])
      if (text.includes(needle)) faults.push(`contains "${needle}"`);
    return faults.map((fault) => `consultations[${index}]: ${fault}`);
  });
}

/**
 * What holds of every run: each context that was judged left exactly one record, with the identity of that very context
 * where the provider is ours; every record is complete and without payload; no sequence is used twice.
 */
export function invariantFaults(
  contexts: readonly AgentContext[],
  records: readonly InterceptionRecord[],
): readonly string[] {
  const wire = JSON.parse(JSON.stringify(records)) as readonly InterceptionRecord[];
  const faults = wire.flatMap((record, i) =>
    shapeFaults(record).map((fault) => `record ${i} ${record.interception_point}: ${fault}`),
  );
  const sequences = wire.map(({ session_id, sequence }) => `${session_id} ${sequence}`);
  if (new Set(sequences).size !== sequences.length) faults.push("records: a sequence is used twice");
  for (const context of contexts) {
    const at = `record of ${context.interception_point} ${context.sequence}`;
    const record = wire.find(({ session_id, sequence }) => isOf(context, session_id, sequence));
    if (!record) faults.push(`${at}: missing`);
    else if (record.interception_point !== context.interception_point) faults.push(`${at}: of another point`);
    else if (record.identity_provider === "jcs-sha256" && record.input_identity !== identityOf(context))
      faults.push(`${at}: not the identity of the context that was judged`);
  }
  return faults;
}

const isOf = (context: AgentContext, sessionId: string, sequence: number): boolean =>
  context.session.id === sessionId && context.sequence === sequence;

function identityOf(context: AgentContext): string | null {
  const identity = contextIdentity(context);
  return identity.ok ? identity.value : null;
}
