/** GET /api/agbom?q=&before=: sessions with an AgBOM or components seen in use. */
import { readAgbomSessions } from "@/lib/server/agbom-list";
import { requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const page = await readAgbomSessions(viewer.value, new URL(request.url).searchParams);
  return Response.json(page, { headers: { "cache-control": "no-store" } });
}
