/**
 * GET /api/sessions/{key}/evidence: the evidence pack as a file. Without `?exact=1`, messages that hold secret values are
 * withheld (null): entries hold hashes only, so the chain still verifies.
 */

import { exportEvidence } from "@/lib/server/evidence";
import { refusal, requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "evidence.export");
  if (!viewer.ok) return viewer.failure;
  const exact = new URL(request.url).searchParams.get("exact") === "1";
  const pack = await exportEvidence(viewer.value, (await params).key, exact);
  if (pack === null) return refusal(404, "not_found", "There is no such session, or you may not see it.");
  const name = `evidence-${pack.sessionId.replaceAll(/[^A-Za-z0-9-]/g, "_")}.json`;
  return new Response(pack.text, {
    headers: {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
