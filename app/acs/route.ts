/** POST /acs of a pure Next deployment: the same Guardian as the listener's, in the console's process. */
import { container } from "@/lib/server/container";
import { readLimited } from "@/lib/server/limited-body";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

export async function POST(request: Request): Promise<Response> {
  const { guardian, deps } = await container();
  const body = await readLimited(request.body, deps.limits.maxBytes);
  const answer = await guardian.handle(body, { traceparent: request.headers.get("traceparent") });
  return new Response(Buffer.from(answer), {
    headers: { "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff" },
  });
}
