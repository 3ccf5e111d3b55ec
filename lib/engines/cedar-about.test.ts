import { describe, expect, it } from "vitest";
import { bundleOf, loadBundle, PERMIT_ALL, summary, toolStep } from "../testing/policies";

describe("policies on steps without a tool", () => {
  const bundle = loadBundle(
    bundleOf(
      PERMIT_ALL,
      `@code("shared_memory") forbid (principal, action == Action::"steps/memoryStore", resource)
       when { context.about has memory_scope && context.about.memory_scope == "global" };`,
    ),
  );
  const store = (about?: { readonly [fact: string]: string }) => {
    const { tool: _tool, arguments: _arguments, ...bare } = toolStep("");
    return summary(bundle.evaluate({ ...bare, method: "steps/memoryStore", ...(about ? { about } : {}) }));
  };

  it("can name what the step is about", () => {
    expect([store({ memory_scope: "global" }), store({ memory_scope: "user" }), store()]).toEqual([
      "deny shared_memory",
      "allow",
      "allow",
    ]);
  });
});
