/** GET /api/sessions/{key}/chain?from=1&exact=1: stored entries and messages, page by page, for recomputing elsewhere. */
import { refusal, requireApiPerson } from "@/lib/server/request";
import { readChain } from "@/lib/server/session-views";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const query = new URL(request.url).searchParams;
  const from = query.get("from") ?? "1";
  if (!/^[1-9]\d{0,8}$/.test(from)) return refusal(400, "invalid_from", "from is a sequence number");
  const exact = query.get("exact") === "1";
  const page = await readChain(viewer.value, { key: (await params).key, from: Number(from), exact });
  if (page === null) return refusal(404, "not_found", "There is no such session, or you may not see it.");
  return Response.json(page, { headers: { "cache-control": "no-store" } });
}
