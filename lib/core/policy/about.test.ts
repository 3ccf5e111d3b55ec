import { describe, expect, it } from "vitest";
import { fromPlainObject } from "../json/build";
import { ACS_METHODS } from "../wire/hooks/registry";
import { aboutOf } from "./about";

describe("what a step is about", () => {
  it.each<[string, object, object]>([
    [
      "steps/memoryStore",
      { memory_store: { name: "m", scope: "global" }, operation: "delete" },
      { memory_store: "m", memory_scope: "global", memory_operation: "delete" },
    ],
    [
      "steps/knowledgeRetrieval",
      { source: { name: "wiki", type: "web_search" } },
      { source_name: "wiki", source_type: "web_search" },
    ],
    ["steps/skillLoad", { skill_id: "s", load_trigger: "user" }, { skill_id: "s", load_trigger: "user" }],
    [
      "steps/subagentStart",
      { intent_derivation: "fresh", subagent_descriptor: { agent_name: "w" } },
      { subagent_name: "w", subagent_derivation: "fresh" },
    ],
    ["steps/turnStart", { triggered_by: "agent_loop" }, { triggered_by: "agent_loop" }],
  ])("is read at %s", (method, payload, expected) => {
    expect(aboutOf(method, fromPlainObject(payload))).toEqual(expected);
  });

  it("leaves out what is absent or no text, and what a prototype would say", () => {
    expect(aboutOf("steps/memoryStore", fromPlainObject({ memory_store: { scope: 1 }, operation: null }))).toEqual({});
    expect(aboutOf("toString", fromPlainObject({ policy_mode: "x" }))).toEqual({});
  });

  it("says nothing of a tool call, which has members of its own", () => {
    expect(Object.hasOwn(ACS_METHODS, "steps/toolCallRequest")).toBe(true);
    expect(aboutOf("steps/toolCallRequest", fromPlainObject({ skill_id: "s" }))).toEqual({});
  });
});
