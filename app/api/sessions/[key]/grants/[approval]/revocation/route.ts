/** POST /api/sessions/{key}/grants/{approval}/revocation: takes back what that approval granted for the session. */
import { requireApiPerson } from "@/lib/server/request";
import { revoke } from "@/lib/server/revoke-grant";

export const dynamic = "force-dynamic";

interface Place {
  params: Promise<{ key: string; approval: string }>;
}

export async function POST(request: Request, { params }: Place): Promise<Response> {
  const viewer = await requireApiPerson(request, "approvals.reroute");
  if (!viewer.ok) return viewer.failure;
  const { key, approval } = await params;
  return revoke(request, viewer.value, { sessionKey: key, approvalId: approval });
}
