/** A POST of a pure Next deployment into the same Guardian as the listener's, in the console's process. */
import { container } from "./container";
import { readLimited } from "./limited-body";

/** `only` names the one method that the route takes; without it every method is taken. */
export async function postMessage(request: Request, only?: string): Promise<Response> {
  const { guardian, deps } = await container();
  const body = await readLimited(request.body, deps.limits.maxBytes);
  const traceparent = request.headers.get("traceparent");
  const answer = await guardian.handle(body, { traceparent, ...(only === undefined ? {} : { only }) });
  return new Response(Buffer.from(answer), {
    headers: { "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff" },
  });
}
