/**
 * GET /api/sessions/{key}/records?entries=1-100: what the session's host enforced of these entries;
 * ?seqs=1-100: its records by their own numbers. At most 200.
 */
import { parseSeqs } from "@/lib/console/seq-ranges";
import { readEnforced, readRecords } from "@/lib/server/host-record-views";
import { refusal, requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

const NO_STORE = { headers: { "cache-control": "no-store" } };

export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const { key } = await params;
  const query = new URL(request.url).searchParams;
  const wanted = query.get("entries");
  const seqs = parseSeqs(wanted ?? query.get("seqs") ?? "");
  if (seqs === null) {
    return refusal(400, "invalid_seqs", "entries or seqs is a list of numbers and ranges, at most 200 in all");
  }
  return wanted === null
    ? Response.json({ rows: await readRecords(viewer.value, key, seqs) }, NO_STORE)
    : Response.json({ enforced: await readEnforced(viewer.value, key, seqs) }, NO_STORE);
}
