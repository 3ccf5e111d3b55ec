/** GET /api/sessions/{key}/agbom: what the session declares and uses, with the bans that stand against it. */
import { readAgbom } from "@/lib/server/agbom-views";
import { refusal, requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const agbom = await readAgbom(viewer.value, (await params).key);
  if (agbom === null) return refusal(404, "not_found", "There is no such session, or you may not see it.");
  return Response.json(agbom, { headers: { "cache-control": "no-store" } });
}
