/** GET /api/sessions/{key}/steps?seqs=1-100,205: rows of the timeline by their numbers, at most 200. */
import { parseSeqs } from "@/lib/console/seq-ranges";
import { refusal, requireApiPerson } from "@/lib/server/request";
import { readSteps } from "@/lib/server/session-views";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const seqs = parseSeqs(new URL(request.url).searchParams.get("seqs") ?? "");
  if (seqs === null) return refusal(400, "invalid_seqs", "seqs is a list of numbers and ranges, at most 200 in all");
  const rows = await readSteps(viewer.value, (await params).key, seqs);
  if (rows === null) return refusal(404, "not_found", "There is no such session, or you may not see it.");
  return Response.json({ rows }, { headers: { "cache-control": "no-store" } });
}
