/** GET /api/approvals?state=open|ended: the queue, or its history page by page. */
import { readEndedApprovals, readOpenApprovals } from "@/lib/server/approval-views";
import { refusal, requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const viewer = await requireApiPerson(request, "approvals.read");
  if (!viewer.ok) return viewer.failure;
  const query = new URL(request.url).searchParams;
  const state = query.get("state") ?? "open";
  if (state !== "open" && state !== "ended") return refusal(400, "unknown_state", "state is open or ended");
  const page =
    state === "open"
      ? await readOpenApprovals(viewer.value)
      : await readEndedApprovals(viewer.value, query.get("before"));
  return Response.json(page, { headers: { "cache-control": "no-store" } });
}
