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
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    if (kept > limit) continue;
    const part = chunk.subarray(0, limit + 1 - kept);
    chunks.push(part);
    kept += part.length;
  }
  return Buffer.concat(chunks);
}
