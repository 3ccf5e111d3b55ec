/** A rewrite is what the framework goes on with, and the original is gone. */
import { describe, expect, it } from "vitest";
import { memberAt } from "../../core/json/build";
import type { AdapterDriver } from "../adapter-driver";
import { ANSWER, ARGS, REPLIES, rewriting, runScenario, SECRET } from "./scenario";

export function rewriteContract(driver: AdapterDriver): void {
  describe("rewrites take effect", () => {
    it("on the input", async () => {
      const ran = await runScenario(driver, { guard: { input: rewriting("April", "March") } });
      expect(ran.modelRequests.length).toBe(2);
      for (const request of ran.modelRequests) {
        expect(request).toContain("March");
        expect(request).not.toContain("April");
      }
    });

    it("on the messages of a model request", async () => {
      const ran = await runScenario(driver, { guard: { pre_model_call: rewriting("April", "March") } });
      expect(ran.modelRequests.length).toBe(2);
      for (const request of ran.modelRequests) {
        expect(request).toContain("March");
        expect(request).not.toContain("April");
      }
    });

    it("on a model's answer", async () => {
      const ran = await runScenario(driver, { guard: { post_model_call: rewriting("done", "settled") } });
      expect(ran.output).toBe(ANSWER.replace("done", "settled"));
    });

    it("on the tool calls that a model asks for", async () => {
      const ran = await runScenario(driver, { guard: { post_model_call: rewriting("A-17", "B-18") } });
      expect(ran.paid).toEqual([{ ...ARGS, invoice: "B-18" }]);
      expect(memberAt(ran.contexts[4], "tool_call", "args", "invoice")).toBe("B-18");
    });

    it("on a tool's arguments", async () => {
      const value = { ...ARGS, amount: 500 };
      const guard = { pre_tool_call: { decision: "transform", transform: { path: "$target", value } } } as const;
      const ran = await runScenario(driver, { guard });
      expect(ran.paid).toEqual([value]);
      expect(memberAt(ran.contexts[5], "tool_call", "args")).toEqual(value);
      expect(ran.output).toBe(ANSWER);
    });

    it("on a tool's result", async () => {
      const ran = await runScenario(driver, { guard: { post_tool_call: rewriting(SECRET, "withheld") } });
      expect(ran.modelRequests[1]).toContain("withheld");
      expect(ran.modelRequests.join()).not.toContain(SECRET);
    });

    it("on the output", async () => {
      const ran = await runScenario(driver, { guard: { output: rewriting("done", "[redacted]") } });
      expect(ran.output).toBe(ANSWER.replace("done", "[redacted]"));
      expect(ran.modelRequests).toHaveLength(REPLIES.length);
    });
  });
}
