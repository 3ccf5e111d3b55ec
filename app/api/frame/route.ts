/** GET /api/frame: what the rail shows: how many approvals are open. */
import { openApprovalCount } from "@/lib/server/frame";
import { requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const viewer = await requireApiPerson(request, "approvals.read");
  if (!viewer.ok) return viewer.failure;
  const count = await openApprovalCount(viewer.value.tenantId);
  return Response.json({ count }, { headers: { "cache-control": "no-store" } });
}
