/** POST /agent-hooks/resolve: asks people about a waiting action (decision 0040). */
import { RESOLVE } from "@/lib/core/wire/agent-hooks";
import { postMessage } from "@/lib/server/post-message";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

export const POST = (request: Request): Promise<Response> => postMessage(request, RESOLVE);
