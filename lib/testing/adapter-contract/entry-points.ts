/** Every public way into the framework runs under the contract, or refuses. */
import { describe, expect, it } from "vitest";
import { InterceptionBlocked } from "../../agent-hooks/hook-session";
import type { AdapterDriver, EntryPoint } from "../adapter-driver";
import { ARGS, DENY, PLAIN_RUN, runScenario } from "./scenario";

export function entryPointContract(driver: AdapterDriver): void {
  describe("entry points", () => {
    it("are listed", () => {
      expect(driver.entryPoints.length).toBeGreaterThan(0);
      expect(driver.entryPoints.some(({ governed }) => governed === "emits")).toBe(true);
    });

    for (const entry of driver.entryPoints) {
      if (entry.governed === "emits") emitting(driver, entry);
      else refusing(driver, entry);
    }
  });
}

function emitting(driver: AdapterDriver, entry: EntryPoint): void {
  it(`emits every point: ${entry.name}`, async () => {
    const ran = await runScenario(driver, { enter: entry.run });
    expect(ran.thrown).toBeNull();
    expect(ran.points).toEqual(PLAIN_RUN);
    expect(ran.paid).toEqual([ARGS]);
  });

  it(`runs no tool that is denied: ${entry.name}`, async () => {
    const ran = await runScenario(driver, { enter: entry.run, guard: { pre_tool_call: DENY } });
    expect(ran.points).toContain("pre_tool_call");
    expect(ran.points).not.toContain("post_tool_call");
    expect(ran.paid).toEqual([]);
  });

  it(`hands out nothing before its output is permitted: ${entry.name}`, async () => {
    const ran = await runScenario(driver, { enter: entry.run, guard: { output: DENY } });
    expect(ran.output).toBeNull();
    expect(ran.thrown).toBeInstanceOf(InterceptionBlocked);
  });
}

function refusing(driver: AdapterDriver, entry: EntryPoint): void {
  it(`refuses: ${entry.name}`, async () => {
    const ran = await runScenario(driver, { enter: entry.run });
    expect(ran.thrown).toBeInstanceOf(InterceptionBlocked);
    expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
    expect(ran.records.map((record) => record.verdict.reason)).toContain("host_error:adapter_unsupported");
    expect(ran.modelRequests).toEqual([]);
    expect(ran.paid).toEqual([]);
    expect(ran.output).toBeNull();
  });
}
