/** GET /api/sessions/{key}/records/{seq}: one record of the session's host in full. Records hold no payload. */
import { readRecord } from "@/lib/server/host-record-views";
import { refusal, requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ key: string; seq: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const { key, seq } = await params;
  const record = /^[1-9]\d{0,8}$/.test(seq) ? await readRecord(viewer.value, key, Number(seq)) : null;
  if (record === null) return refusal(404, "not_found", "There is no such record, or you may not see it.");
  return Response.json(record, { headers: { "cache-control": "no-store" } });
}
