import { describe, expect, it } from "vitest";
import { answerOf } from "./hook-answer";
import type { HookInput } from "./hook-input";
import { hasShapeOf, withheldOutput } from "./withheld-output";

const BASH = { stdout: "SECRET", stderr: "", interrupted: false, isImage: false };
const READ = { type: "text", file: { filePath: "/srv/a", content: "SECRET", numLines: 1 } };

describe("a result that is withheld", () => {
  it.each([BASH, READ, { filenames: ["/srv/SECRET"], numFiles: 1 }, "SECRET", ["SECRET", null]])(
    "keeps its shape and none of its text: %j",
    (output) => {
      const withheld = withheldOutput(output, "Not this.");
      expect(JSON.stringify(withheld)).not.toContain("SECRET");
      expect(JSON.stringify(withheld)).toContain("Not this.");
      expect(hasShapeOf(output, withheld)).toBe(true);
    },
  );

  it("keeps no sentence under a member that names kinds", () => {
    expect(withheldOutput({ type: "text", mode: "The SECRET", status: "SECRET" }, "no")).toEqual({
      type: "text",
      mode: "no",
      status: "no",
    });
  });
});

const denied = { permitted: false, verdict: { decision: "deny", message: "Not this." } as const, target: null };
const result = (tool_name: string, tool_response: unknown) =>
  ({
    hook_event_name: "PostToolUse",
    session_id: "s",
    tool_name,
    tool_use_id: "u",
    tool_input: {},
    tool_response,
  }) as HookInput;

describe("the answer about a result", () => {
  it("of a tool of Claude Code is one that it takes", () => {
    expect(answerOf(result("Bash", BASH), denied).output).toEqual({
      decision: "block",
      reason: "Not this.",
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        updatedToolOutput: { ...BASH, stdout: "Blocked: Not this." },
      },
    });
  });

  it("of a tool that was not tried stops the turn as well", () => {
    expect(answerOf(result("NewTool", { text: "SECRET" }), denied).output).toMatchObject({ continue: false });
  });

  it.each([
    ["a text in place of an object", "less"],
    ["another member", { ...BASH, more: 1 }],
    ["a member less", { stdout: "less" }],
    ["another kind of value", { ...BASH, isImage: "no" }],
  ])("that policy rewrote is withheld where Claude Code would ignore it: %s", (_, target) => {
    const verdict = { decision: "transform", transform: { path: "$target", value: null } } as const;
    const { output } = answerOf(result("Bash", BASH), { permitted: true, verdict, target });
    expect(output).toMatchObject({ decision: "block" });
    expect(JSON.stringify(output)).not.toContain("SECRET");
  });

  it("that policy rewrote in its own shape is handed over", () => {
    const verdict = { decision: "transform", transform: { path: "$target", value: null } } as const;
    const target = { ...BASH, stdout: "[redacted]" };
    const { output } = answerOf(result("Bash", BASH), { permitted: true, verdict, target });
    expect(output).toEqual({ hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: target } });
  });
});
