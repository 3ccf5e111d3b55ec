/** GET /api/events: the live feed as server-sent events. Resumes after `Last-Event-ID`, or `?after=` from a new page. */
import { container } from "@/lib/server/container";
import { liveResponse } from "@/lib/server/live-response";
import { requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const viewer = await requireApiPerson(request, "account.manage");
  if (!viewer.ok) return viewer.failure;
  const url = new URL(request.url);
  // The browser tells a refused stream from a lost one by asking once without opening it.
  if (url.searchParams.has("probe")) return new Response(null, { status: 204 });
  const after = request.headers.get("last-event-id") || url.searchParams.get("after");
  return liveResponse(await container(), { viewer: viewer.value, after, request });
}
