/** Tool calls side by side, and tools that fail. */
import { describe, expect, it } from "vitest";
import { memberAt } from "../../core/json/build";
import type { AdapterDriver } from "../adapter-driver";
import { ANSWER, ARGS, call, DENY, type Ran, runScenario, shutdownReason } from "./scenario";

const TWO = [{ calls: [call("call-1"), call("call-2", { ...ARGS, invoice: "B-18" })] }, { text: ANSWER }];

const callsAt = (ran: Ran, point: string) =>
  ran.contexts
    .filter((context) => context.interception_point === point)
    .map((context) => ({
      id: memberAt(context, "tool_call", "id"),
      invoice: memberAt(context, "tool_call", "args", "invoice"),
      sequence: context.sequence,
    }));

export function toolContract(driver: AdapterDriver): void {
  describe("tool calls side by side", () => {
    it("have a pair of points each, and numbers of their own", async () => {
      const ran = await runScenario(driver, { replies: TWO });
      const before = callsAt(ran, "pre_tool_call");
      const after = callsAt(ran, "post_tool_call");
      expect(before.map(({ invoice }) => invoice).sort()).toEqual(["A-17", "B-18"]);
      expect(new Set(before.map(({ id }) => id)).size).toBe(2);
      expect(after.map(({ id, invoice }) => `${id} ${invoice}`).sort()).toEqual(
        before.map(({ id, invoice }) => `${id} ${invoice}`).sort(),
      );
      const numbers = ran.records.map((record) => record.sequence);
      expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(ran.records.map((_, index) => index));
      expect(ran.paid).toHaveLength(2);
    });

    it("are denied one by one", async () => {
      const ran = await runScenario(driver, {
        replies: TWO,
        guard: {
          pre_tool_call: (context) =>
            memberAt(context, "tool_call", "args", "invoice") === "A-17" ? DENY : { decision: "allow" },
        },
      });
      expect(ran.paid).toEqual([{ ...ARGS, invoice: "B-18" }]);
      expect(callsAt(ran, "post_tool_call").map(({ invoice }) => invoice)).toEqual(["B-18"]);
      expect(ran.modelRequests[1]).toContain("Not wanted here.");
    });
  });

  describe("a tool that fails", () => {
    it("is judged as a result that is an error", async () => {
      const ran = await runScenario(driver, {
        pay: () => {
          throw new Error("the bank is closed");
        },
      });
      const result = ran.contexts.find((context) => context.interception_point === "post_tool_call");
      expect(memberAt(result, "tool_result", "is_error")).toBe(true);
      expect(memberAt(result, "tool_call", "args")).toEqual(ARGS);
      expect(ran.paid).toHaveLength(1);
      expect(shutdownReason(ran)).toBeDefined();
    });
  });
}
