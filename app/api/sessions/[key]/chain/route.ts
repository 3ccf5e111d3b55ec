/** GET /api/sessions/{key}/chain?from=1&to=250&exact=1: stored entries and messages, page by page, for recomputing elsewhere. */
import { refusal, requireApiPerson } from "@/lib/server/request";
import { readChain } from "@/lib/server/session-views";

export const dynamic = "force-dynamic";

const SEQ = /^[1-9]\d{0,8}$/;

const range = (from: string, to: string | null) => ({
  from: Number(from),
  ...(to === null ? {} : { to: Number(to) }),
});

export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const query = new URL(request.url).searchParams;
  const from = query.get("from") ?? "1";
  const to = query.get("to");
  if (!SEQ.test(from)) return refusal(400, "invalid_from", "from is a sequence number");
  if (to !== null && !SEQ.test(to)) return refusal(400, "invalid_to", "to is a sequence number");
  const exact = query.get("exact") === "1";
  const page = await readChain(viewer.value, { key: (await params).key, ...range(from, to), exact });
  if (page === null) return refusal(404, "not_found", "There is no such session, or you may not see it.");
  return Response.json(page, { headers: { "cache-control": "no-store" } });
}
