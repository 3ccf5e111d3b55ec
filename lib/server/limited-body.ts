/** Reads a fetch body up to a limit, whatever length its sender declared. The rest is drained, not kept. */

/** At most `limit` + 1 bytes: one more than allowed is enough to refuse the message by its size. */
export async function readLimited(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array> {
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
