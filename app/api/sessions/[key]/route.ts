/** GET /api/sessions/{key}: who, what and where of one session, with its head. */
import { refusal, requireApiPerson } from "@/lib/server/request";
import { readSession } from "@/lib/server/session-views";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const session = await readSession(viewer.value, (await params).key);
  if (session === null) return refusal(404, "not_found", "There is no such session, or you may not see it.");
  return Response.json(session, { headers: { "cache-control": "no-store" } });
}
