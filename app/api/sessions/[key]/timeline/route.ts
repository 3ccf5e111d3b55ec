/** GET /api/sessions/{key}/timeline?q=&decision=&hook=: which entries a filter leaves, and the density of dispositions. */
import { refusal, requireApiPerson } from "@/lib/server/request";
import { readTimeline, timelineFilter } from "@/lib/server/session-views";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const filter = timelineFilter(new URL(request.url).searchParams);
  const shape = await readTimeline(viewer.value, (await params).key, filter);
  if (shape === null) return refusal(404, "not_found", "There is no such session, or you may not see it.");
  return Response.json(shape, { headers: { "cache-control": "no-store" } });
}
