/** POST /agent-hooks/intercept: asks for one verdict on one context (decision 0040). */
import { INTERCEPT } from "@/lib/core/wire/agent-hooks";
import { postMessage } from "@/lib/server/post-message";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

export const POST = (request: Request): Promise<Response> => postMessage(request, INTERCEPT);
