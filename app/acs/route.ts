/** POST /acs of a pure Next deployment. */
import { postMessage } from "@/lib/server/post-message";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

export const POST = (request: Request): Promise<Response> => postMessage(request);
