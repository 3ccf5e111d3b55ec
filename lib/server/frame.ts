/** The few facts that the frame around every page shows. */
import { container } from "./container";

export async function openApprovalCount(tenantId: string): Promise<number> {
  const { prisma, clock } = await container();
  return prisma.approval.count({ where: { tenantId, state: "pending", expiresAt: { gt: new Date(clock.now()) } } });
}
