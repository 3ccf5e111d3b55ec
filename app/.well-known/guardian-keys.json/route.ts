/** GET /.well-known/guardian-keys.json: the public keys that Guardian signatures are checked with, retired ones included. */
import { container } from "@/lib/server/container";
import { publishedKeys } from "@/lib/server/published-keys";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const { keyring } = await container();
  return Response.json(await publishedKeys(keyring), { headers: { "cache-control": "public, max-age=60" } });
}
