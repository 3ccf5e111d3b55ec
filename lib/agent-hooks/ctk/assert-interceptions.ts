/** What a vector says about the contexts that the first interceptor was shown. */
import type { AgentContext } from "../types";
import { contextFaults } from "./context-shape";
import { valueAt } from "./dotted-path";
import { inOrder } from "./in-order";
import { sameJson } from "./same-json";
import type { Expectation, ExpectedInterception } from "./vector";

/** One line for each broken expectation. */
export function interceptionFaults(expect: Expectation, contexts: readonly AgentContext[]): readonly string[] {
  const { interceptions, interceptions_absent: absent = [], sequence_strict: isStrict = true } = expect;
  const faults = absent
    .filter((point) => contexts.some((context) => context.interception_point === point))
    .map((point) => `interceptions_absent: ${point} was emitted`);
  if (isStrict) faults.push(...exactFaults(interceptions, contexts));
  const matched = inOrder(interceptions, contexts);
  for (const [index, expected] of interceptions.entries()) {
    const at = `interceptions[${index}] ${expected.interception_point}`;
    const context = isStrict ? contexts[index] : matched[index];
    if (!context) faults.push(`${at}: was not emitted in this order`);
    else if (context.interception_point === expected.interception_point)
      faults.push(...oneFaults(expected, context).map((fault) => `${at}: ${fault}`));
  }
  return [...faults, ...sequenceFaults(contexts)];
}

function exactFaults(expected: readonly ExpectedInterception[], contexts: readonly AgentContext[]): readonly string[] {
  const points = (list: readonly { readonly interception_point: string }[]) =>
    list.map(({ interception_point }) => interception_point).join(" ");
  return points(expected) === points(contexts) ? [] : [`interceptions: emitted were ${points(contexts) || "none"}`];
}

function oneFaults(expected: ExpectedInterception, context: AgentContext): readonly string[] {
  const faults: string[] = [];
  for (const [path, value] of Object.entries(expected.context ?? {}))
    if (!sameJson(valueAt(context, path), value)) faults.push(`${path} is not as expected`);
  if (expected.context_must_validate !== false) faults.push(...contextFaults(context));
  const text = JSON.stringify(context);
  for (const needle of expected.context_must_contain ?? [])
    if (!text.includes(needle)) faults.push(`does not contain "${needle}"`);
  for (const needle of expected.context_must_not_contain ?? [])
    if (text.includes(needle)) faults.push(`contains "${needle}"`);
  return faults;
}

/** §3.1: asked of every run, whether the vector says so or not. */
function sequenceFaults(contexts: readonly AgentContext[]): readonly string[] {
  const rises = contexts.every((context, i) => i === 0 || context.sequence > (contexts[i - 1]?.sequence ?? -1));
  return rises ? [] : ["sequence does not rise strictly over the contexts"];
}
