/** GET /api/sessions/{key}/lineage?node=ID&node=ID: where values come from. */
import { refusal, requireApiPerson } from "@/lib/server/request";
import { readLineage } from "@/lib/server/story-views";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const ids = new URL(request.url).searchParams.getAll("node");
  const lineage = await readLineage(viewer.value, (await params).key, ids);
  if (lineage === null) return refusal(404, "not_found", "There is no such session, or you may not see it.");
  return Response.json(lineage, { headers: { "cache-control": "no-store" } });
}
