/** POST /acs of a pure Next deployment: the same Guardian as the listener's, in the console's process. */
import { container } from "@/lib/server/container";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

export async function POST(request: Request): Promise<Response> {
  const { guardian, deps } = await container();
  const body = await readLimited(request.body, deps.limits.maxBytes);
  const answer = await guardian.handle(body);
  return new Response(Buffer.from(answer), {
    headers: { "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff" },
  });
}

/** At most `limit` + 1 bytes: one more than allowed is enough to refuse the message by its size. */
async function readLimited(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (kept > limit) continue;
    const chunk = part.value.subarray(0, limit + 1 - kept);
    chunks.push(chunk);
    kept += chunk.length;
  }
  return Buffer.concat(chunks);
}
