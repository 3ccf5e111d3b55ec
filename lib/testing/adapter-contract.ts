/** What every adapter must do, whatever its framework: the same tests over the same scripted agent. */
import { describe } from "vitest";
import { approvalContract } from "./adapter-contract/approvals";
import { denialContract } from "./adapter-contract/denials";
import { entryPointContract } from "./adapter-contract/entry-points";
import { failureContract } from "./adapter-contract/failures";
import { pointContract } from "./adapter-contract/points";
import { rewriteContract } from "./adapter-contract/rewrites";
import { toolContract } from "./adapter-contract/tools";
import type { AdapterDriver } from "./adapter-driver";

/** Registers the tests; call it at the top of a test file of the adapter. */
export function adapterContract(driver: AdapterDriver): void {
  describe(`${driver.framework} under Agent Hooks`, () => {
    pointContract(driver);
    entryPointContract(driver);
    rewriteContract(driver);
    denialContract(driver);
    failureContract(driver);
    approvalContract(driver);
    toolContract(driver);
  });
}
