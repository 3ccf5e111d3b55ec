/** A guard that fails denies, whatever the framework does with errors; a crash still ends with the shutdown. */
import { describe, expect, it } from "vitest";
import { InterceptionBlocked, RunTerminated } from "../../agent-hooks/hook-session";
import type { AdapterDriver } from "../adapter-driver";
import { ANSWER, type Answer, reasonAt, runScenario, shutdownReason } from "./scenario";

const FAULTS: readonly (readonly [what: string, fault: Answer, reason: string])[] = [
  [
    "throws",
    () => {
      throw new Error("guard broke");
    },
    "host_error:interceptor_failed",
  ],
  ["rejects", () => Promise.reject(new Error("guard broke")), "host_error:interceptor_failed"],
  ["never answers", () => new Promise(() => undefined), "host_error:interceptor_timeout"],
  ["answers nothing", () => undefined, "host_error:verdict_invalid"],
  ["answers with a malformed verdict", () => ({ decision: "transform" }), "host_error:verdict_invalid"],
  ["answers with another word", () => ({ decision: "permit" }), "host_error:verdict_invalid"],
];

const options = { interceptorTimeoutMs: 200 };

export function failureContract(driver: AdapterDriver): void {
  describe("a guard that fails", () => {
    it.each(FAULTS)("runs no tool: %s", async (_, fault, reason) => {
      const ran = await runScenario(driver, { guard: { pre_tool_call: fault }, options });
      expect(ran.paid).toEqual([]);
      expect(reasonAt(ran, "pre_tool_call")).toBe(reason);
      expect(ran.thrown).toBeNull();
      expect(ran.output).toBe(ANSWER);
      expect(ran.points.at(-1)).toBe("agent_shutdown");
    });

    it.each(FAULTS)("hands no input on: %s", async (_, fault, reason) => {
      const ran = await runScenario(driver, { guard: { input: fault }, options });
      expect(ran.thrown).toBeInstanceOf(InterceptionBlocked);
      expect(ran.thrown).toMatchObject({ verdict: { reason } });
      expect(ran.modelRequests).toEqual([]);
    });

    it("ends the run under the terminate posture", async () => {
      const ran = await runScenario(driver, {
        guard: { pre_tool_call: () => ({ decision: "perhaps" }) },
        options: { surface: { toolSeamHostError: "terminate" } },
      });
      expect(ran.thrown).toBeInstanceOf(RunTerminated);
      expect(ran.thrown).toMatchObject({ point: "pre_tool_call" });
      expect(ran.paid).toEqual([]);
      expect(ran.output).toBeNull();
      expect(ran.modelRequests).toHaveLength(1);
      expect(shutdownReason(ran)).toBe("error");
    });

    it("does not hold back the shutdown when nothing is registered", async () => {
      const ran = await runScenario(driver, { options: { interceptors: [] } });
      expect(ran.thrown).toBeInstanceOf(InterceptionBlocked);
      expect(ran.records.map((record) => record.interception_point)).toEqual(["agent_startup", "agent_shutdown"]);
      expect(ran.modelRequests).toEqual([]);
    });
  });

  describe("a run that crashes", () => {
    it("ends with the shutdown, and throws what crashed", async () => {
      const ran = await runScenario(driver, { replies: [] });
      expect(ran.thrown).toBeInstanceOf(Error);
      expect(ran.thrown).not.toBeInstanceOf(InterceptionBlocked);
      expect(ran.output).toBeNull();
      expect(ran.points).not.toContain("post_model_call");
      expect(shutdownReason(ran)).toBe("error");
    });
  });
}
