/** GET /api/sessions/{key}/story: intent, turns, subagents, skills and provenance summary of a session. */
import { refusal, requireApiPerson } from "@/lib/server/request";
import { readStory } from "@/lib/server/story-views";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const viewer = await requireApiPerson(request, "sessions.read");
  if (!viewer.ok) return viewer.failure;
  const story = await readStory(viewer.value, (await params).key);
  if (story === null) return refusal(404, "not_found", "There is no such session, or you may not see it.");
  return Response.json(story, { headers: { "cache-control": "no-store" } });
}
