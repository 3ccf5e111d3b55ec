/**
 * POST /api/approvals/{id}/decision: the only way to decide or to hand an item on. Who does it is the signed-in account,
 * never a member of the body; whoever may only hand on is refused a verdict.
 */
import { decide } from "@/lib/server/decide";
import { requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

export async function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "approvals.reroute");
  if (!viewer.ok) return viewer.failure;
  return decide(request, viewer.value, (await params).id);
}
