/** All eight points, in order, of what the framework really does. */
import { describe, expect, it } from "vitest";
import { memberAt } from "../../core/json/build";
import type { AdapterDriver } from "../adapter-driver";
import { ANSWER, ARGS, allText, PLAIN_RUN, PROMPT, runScenario, SECRET, shutdownReason } from "./scenario";

export function pointContract(driver: AdapterDriver): void {
  describe("the points", () => {
    it("come in order, each with its record and the next number", async () => {
      const ran = await runScenario(driver);
      expect(ran.thrown).toBeNull();
      expect(ran.points).toEqual(PLAIN_RUN);
      expect(ran.records.map((record) => record.interception_point)).toEqual(PLAIN_RUN);
      expect(ran.records.map((record) => record.sequence)).toEqual(PLAIN_RUN.map((_, index) => index));
      expect(ran.records.every((record) => record.session_id === ran.sessionId)).toBe(true);
      expect(ran.contexts.map((context) => context.agent.framework)).toEqual(PLAIN_RUN.map(() => driver.framework));
      expect(shutdownReason(ran)).toBe("completed");
    });

    it("show what the framework handles", async () => {
      const { contexts, output, paid } = await runScenario(driver);
      const [startup, input, , post, tool, result, second, , out] = contexts;
      expect(memberAt(startup, "agent_init", "tools_registered")).toEqual(["pay_invoice"]);
      expect(allText(input?.target)).toContain(PROMPT);
      expect(memberAt(post, "response", "tool_calls")).toMatchObject([{ name: "pay_invoice", args: ARGS }]);
      expect(tool?.tool_call).toMatchObject({ name: "pay_invoice", args: ARGS });
      expect(memberAt(result, "tool_call", "id")).toBe(memberAt(tool, "tool_call", "id"));
      expect(memberAt(result, "tool_result", "is_error")).toBe(false);
      expect(allText(result?.target)).toContain(SECRET);
      expect(allText(second?.target)).toContain(SECRET);
      expect(allText(out?.target)).toContain(ANSWER);
      expect(output).toBe(ANSWER);
      expect(paid).toEqual([ARGS]);
    });

    it("only watch in evaluate_only: everything runs, and the records say what would have been denied", async () => {
      const deny = { decision: "deny", reason: "watched" } as const;
      const ran = await runScenario(driver, {
        guard: { pre_tool_call: deny, output: deny },
        options: { mode: "evaluate_only" },
      });
      expect(ran.thrown).toBeNull();
      expect(ran.output).toBe(ANSWER);
      expect(ran.paid).toEqual([ARGS]);
      const denied = ran.records.filter((record) => record.verdict.decision === "deny");
      expect(denied.map((record) => [record.interception_point, record.mode])).toEqual([
        ["pre_tool_call", "evaluate_only"],
        ["output", "evaluate_only"],
      ]);
    });
  });
}
