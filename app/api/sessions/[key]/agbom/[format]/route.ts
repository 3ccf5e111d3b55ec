/**
 * GET /api/sessions/{key}/agbom/{format}: the session's current AgBOM as a file, format being canonical, cyclonedx-1.6,
 * spdx-3.0 or swid. Without `?exact=1`, secret values are masked.
 */
import { AGBOM_FORMATS, isAgbomFormat } from "@/lib/core/agbom/export/formats";
import { exportAgbom } from "@/lib/server/agbom-export";
import { refusal, requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ key: string; format: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const viewer = await requireApiPerson(request, "evidence.export");
  if (!viewer.ok) return viewer.failure;
  const { key, format } = await params;
  if (!isAgbomFormat(format)) return refusal(400, "invalid_format", `format is one of ${AGBOM_FORMATS.join(", ")}`);
  const exact = new URL(request.url).searchParams.get("exact") === "1";
  const file = await exportAgbom(viewer.value, { key, format, exact });
  if (file === null) return refusal(404, "not_found", "There is no such session, or it declared no AgBOM.");
  return new Response(file.text, {
    headers: {
      "content-type": file.mediaType,
      "content-disposition": `attachment; filename="${file.name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
