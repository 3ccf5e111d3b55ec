/** POST /agent-hooks/records: hands over what a host enforced (decision 0040). */
import { RECORDS } from "@/lib/core/wire/agent-hooks";
import { postMessage } from "@/lib/server/post-message";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

export const POST = (request: Request): Promise<Response> => postMessage(request, RECORDS);
