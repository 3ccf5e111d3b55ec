/** What the page on conformance reads: the claim that this build ships with, and the postures in force here. */
import { type AcsClaim, claimSchema } from "../core/read-models/acs-claim";
import shipped from "../core/read-models/acs-claim.json";
import type { AgentPosture } from "../core/read-models/postures";
import { agentPostures } from "../storage/reads/postures";
import { container } from "./container";
import type { Viewer } from "./viewer";

export const shippedClaim = (): AcsClaim => claimSchema.parse(shipped);

export async function readPostures({ tenantId }: Viewer): Promise<readonly AgentPosture[]> {
  const { prisma } = await container();
  return agentPostures(prisma, tenantId);
}
