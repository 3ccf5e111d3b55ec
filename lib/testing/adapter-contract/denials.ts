/** What does not happen after a deny at each of the points. */
import { describe, expect, it } from "vitest";
import { InterceptionBlocked } from "../../agent-hooks/hook-session";
import type { InterceptionPoint } from "../../agent-hooks/types";
import type { AdapterDriver } from "../adapter-driver";
import { ANSWER, ARGS, DENY, type Ran, runScenario, SECRET, shutdownReason } from "./scenario";

const denying = (driver: AdapterDriver, point: InterceptionPoint): Promise<Ran> =>
  runScenario(driver, { guard: { [point]: DENY } });

export function denialContract(driver: AdapterDriver): void {
  describe("a deny", () => {
    it("at start-up lets nothing follow but the shutdown", async () => {
      const ran = await denying(driver, "agent_startup");
      expectBlocked(ran, "agent_startup");
      expect(ran.points).toEqual(["agent_startup", "agent_shutdown"]);
      expect(ran.modelRequests).toEqual([]);
    });

    it("of the input starts no turn", async () => {
      const ran = await denying(driver, "input");
      expectBlocked(ran, "input");
      expect(ran.points).toEqual(["agent_startup", "input", "agent_shutdown"]);
      expect(ran.modelRequests).toEqual([]);
    });

    it("of a model request does not send it", async () => {
      const ran = await denying(driver, "pre_model_call");
      expectBlocked(ran, "pre_model_call");
      expect(ran.points).not.toContain("post_model_call");
      expect(ran.modelRequests).toEqual([]);
    });

    it("of a model's answer throws it away, with the calls in it", async () => {
      const ran = await denying(driver, "post_model_call");
      expectBlocked(ran, "post_model_call");
      expect(ran.modelRequests).toHaveLength(1);
      expect(ran.points).not.toContain("pre_tool_call");
    });

    it("of a tool call runs no tool, tells the model why, and lets the loop go on", async () => {
      const ran = await denying(driver, "pre_tool_call");
      expect(ran.thrown).toBeNull();
      expect(ran.paid).toEqual([]);
      expect(ran.points).not.toContain("post_tool_call");
      expect(ran.modelRequests[1]).toContain("Not wanted here.");
      expect(ran.output).toBe(ANSWER);
      expect(shutdownReason(ran)).toBe("completed");
    });

    it("of a tool's result keeps it from the model, and does not run the tool again", async () => {
      const ran = await denying(driver, "post_tool_call");
      expect(ran.thrown).toBeNull();
      expect(ran.paid).toEqual([ARGS]);
      expect(ran.modelRequests).toHaveLength(2);
      expect(ran.modelRequests.join()).not.toContain(SECRET);
      expect(ran.modelRequests[1]).toContain("Not wanted here.");
    });

    it("of the output hands nothing out", async () => {
      const ran = await denying(driver, "output");
      expect(ran.thrown).toMatchObject({ point: "output" });
      expect(ran.thrown).toBeInstanceOf(InterceptionBlocked);
      expect(ran.output).toBeNull();
      expect(ran.points.at(-1)).toBe("agent_shutdown");
    });

    it("of the shutdown is recorded, and changes nothing", async () => {
      const ran = await denying(driver, "agent_shutdown");
      expect(ran.thrown).toBeNull();
      expect(ran.output).toBe(ANSWER);
      expect(ran.records.at(-1)).toMatchObject({ interception_point: "agent_shutdown", verdict: { decision: "deny" } });
    });
  });
}

/** The caller gets the block itself, not what a framework made of it, and the session ends as one that failed. */
function expectBlocked(ran: Ran, point: InterceptionPoint): void {
  expect(ran.thrown).toBeInstanceOf(InterceptionBlocked);
  expect(ran.thrown).toMatchObject({ point, verdict: { reason: "not_wanted" } });
  expect(ran.paid).toEqual([]);
  expect(ran.output).toBeNull();
  expect(shutdownReason(ran)).toBe("error");
}
