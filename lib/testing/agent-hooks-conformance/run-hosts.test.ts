/** Every framework that has an adapter passes the vectors that its loop can be scripted for, but for the named differences. */
import { describe, expect, it } from "vitest";
import { ADAPTER_DRIVERS } from "../frameworks/adapter-drivers";
import { hostFaults, runHost } from "./run-hosts";

describe.each(Object.keys(ADAPTER_DRIVERS))("%s", (framework) => {
  it("passes the vectors", async () => {
    const run = await runHost(framework);
    expect(hostFaults(run)).toEqual([]);
    expect(run.results.filter(({ status }) => status === "pass").length).toBeGreaterThanOrEqual(95);
  }, 120_000);
});
