/** GET /api/search?q=: what the palette finds by name, id or digest, limited to what the viewer may read. */
import type { SearchAnswer } from "@/lib/core/read-models/search";
import { requireApiPerson } from "@/lib/server/request";
import { search } from "@/lib/server/search";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const viewer = await requireApiPerson(request, "account.manage");
  if (!viewer.ok) return viewer.failure;
  const text = new URL(request.url).searchParams.get("q") ?? "";
  const answer: SearchAnswer = { results: await search(viewer.value, text) };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}
