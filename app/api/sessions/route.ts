/** GET /api/sessions?q=&state=&attention=&before=: sessions, the one with the latest step first. */
import { requireApiPerson } from "@/lib/server/request";
import { readSessions, sessionFilter } from "@/lib/server/session-views";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const page = await readSessions(viewer.value, sessionFilter(new URL(request.url).searchParams));
  return Response.json(page, { headers: { "cache-control": "no-store" } });
}
