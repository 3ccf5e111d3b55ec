/** GET /health: this process serves and reaches its database. Says nothing else; needs no sign-in. */
import { container } from "@/lib/server/container";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  try {
    const { store } = await container();
    await store.now();
    return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
  } catch {
    return Response.json({ status: "unavailable" }, { status: 503, headers: { "cache-control": "no-store" } });
  }
}
