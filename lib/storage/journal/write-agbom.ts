/** Rows of a session's AgBOM and of the components in use, written with the steps that brought them. */
import type { PoolClient } from "pg";
import type { StepPlan } from "../../guardian/ports";

export async function writeAgbom(_client: PoolClient, plans: readonly StepPlan[]): Promise<void> {
  if (plans.some((plan) => plan.agbom !== undefined)) throw new Error("the AgBOM cannot be stored yet");
}
