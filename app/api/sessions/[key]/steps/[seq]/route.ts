/** GET /api/sessions/{key}/steps/{seq}: one step in full, with request and answer as stored, secret values masked. */
import { refusal, requireApiPerson } from "@/lib/server/request";
import { readStep } from "@/lib/server/session-views";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ key: string; seq: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const { key, seq } = await params;
  const step = /^[1-9]\d{0,8}$/.test(seq) ? await readStep(viewer.value, key, Number(seq)) : null;
  if (step === null) return refusal(404, "not_found", "There is no such step, or you may not see it.");
  return Response.json(step, { headers: { "cache-control": "no-store" } });
}
