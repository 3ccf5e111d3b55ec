/** GET /api/banned-components/export: the bans in force as a file that the import takes. */
import { exportBans } from "@/lib/guardian/commands/bans";
import { actorOf, commandDeps } from "@/lib/server/commands";
import { refusal, requireApiPerson } from "@/lib/server/request";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const viewer = await requireApiPerson(request, "bans.read");
  if (!viewer.ok) return viewer.failure;
  const made = await exportBans(await commandDeps(), actorOf(viewer.value));
  if (!made.ok) return refusal(403, made.failure.kind, made.failure.message);
  return new Response(made.value.text, {
    headers: {
      "content-type": "application/json",
      "content-disposition": 'attachment; filename="banned-components.json"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
