/** Every way of LlamaIndex to run an agent is governed or refused; a new export or method must be placed here. */
import * as workflow from "@llamaindex/workflow";
import * as llamaindex from "llamaindex";
import { describe, expect, it } from "vitest";
import { guardedHooks } from "../../../testing/frameworks/guarded-hooks";
import { llamaIndexDriver } from "../../../testing/frameworks/llamaindex";
import { ACTING_EXPORTS, INERT_EXPORTS } from "../../../testing/frameworks/llamaindex-exports";
import { governLlamaIndex } from "./govern-llamaindex";
import { REFUSED_CALLS } from "./refused-calls";

const GOVERNED = ["run", "runStream"];

/** Of `AgentWorkflow`, beside what is governed and refused: called by the workflow itself. */
const INTERNAL = [
  "addAgents",
  "addHandoffTool",
  "callTool",
  "constructor",
  "createInitialState",
  "setupWorkflowSteps",
  "validateAgent",
];

const AGENTS = ["AgentWorkflow", "FunctionAgent", "agent", "agentHandler", "multiAgent"];

/** Workflows in general: they run handlers of their own, in which a governed agent may be called. */
const WORKFLOWS = [
  "WorkflowStream",
  "createStatefulMiddleware",
  "createWorkflow",
  "eventSource",
  "extendContext",
  "getContext",
  "isWorkflowEvent",
  "isWorkflowEventData",
  "or",
  "run",
  "runAndCollect",
  "runStream",
  "runWorkflow",
  "workflowEvent",
  "zodEvent",
];

const EVENTS = [
  "agentInputEvent",
  "agentOutputEvent",
  "agentSetupEvent",
  "agentStepEvent",
  "agentStreamEvent",
  "agentToolCallEvent",
  "agentToolCallResultEvent",
  "startAgentEvent",
  "stopAgentEvent",
  "toolCallsEvent",
  "toolResultsEvent",
];

describe("the ways of LlamaIndex", () => {
  it("are all placed: the exports of @llamaindex/workflow", () => {
    expect(Object.keys(workflow).sort()).toEqual([...AGENTS, ...WORKFLOWS, ...EVENTS].sort());
  });

  it("are all placed: the exports of llamaindex", () => {
    expect(Object.keys(llamaindex).sort()).toEqual([...ACTING_EXPORTS, ...INERT_EXPORTS].sort());
  });

  it("are all placed: the methods of agents and models", () => {
    const refused: readonly string[] = REFUSED_CALLS;
    const methods = Object.getOwnPropertyNames(workflow.AgentWorkflow.prototype);
    expect(methods.filter((name) => ![...GOVERNED, ...refused, ...INTERNAL].includes(name))).toEqual([]);
    const asked = Object.getOwnPropertyNames(llamaindex.BaseLLM.prototype);
    expect(asked.filter((name) => name !== "constructor" && !refused.includes(name))).toEqual([]);
  });

  it("are offered only where they are governed or refused, and driven", () => {
    const agent = governLlamaIndex(guardedHooks("llamaindex").hooks, {});
    expect(Object.keys(agent).sort()).toEqual([...GOVERNED, ...REFUSED_CALLS].sort());
    const driven = llamaIndexDriver.entryPoints.map(({ name }) => name).join("\n");
    for (const name of [...GOVERNED, ...REFUSED_CALLS]) expect(driven).toContain(`${name}()`);
  });
});
