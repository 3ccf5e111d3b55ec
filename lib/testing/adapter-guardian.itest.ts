import { expect, it } from "vitest";
import { guardianFaultContract } from "./adapter-contract/guardian-faults";
import { ADAPTER_DRIVERS } from "./frameworks/adapter-drivers";

const drivers = await Promise.all(Object.values(ADAPTER_DRIVERS).map((load) => load()));

it("is asked of every framework", () => expect(drivers.length).toBeGreaterThan(0));

for (const driver of drivers) guardianFaultContract(driver);
