/** GET /api/approvals/{id}: one item with the view served to this account. Reading never decides anything. */
import { readApproval } from "@/lib/server/approval-views";
import { refusal, requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "approvals.read");
  if (!viewer.ok) return viewer.failure;
  const detail = await readApproval(viewer.value, (await params).id);
  if (detail === null) return refusal(404, "not_found", "There is no such item, or you may not see it.");
  return Response.json(detail, { headers: { "cache-control": "no-store" } });
}
