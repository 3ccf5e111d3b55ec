/** The loopback gateway in front of the model: no hook of the SDK sees model traffic, so both model points are here. */
import { sameJson } from "../../../agent-hooks/ctk/same-json";
import type { JsonObject, JsonValue } from "../../../core/json/value";
import type { Turn } from "../turn";
import { factsOf, messagesOf, readApiRequest, withMessages, withResults } from "./api-request";
import { type ApiMessage, readApiMessage, toModelResponse, withResponse } from "./api-response";
import { assemble, streamOf } from "./api-stream";
import type { GatewayAnswer, GatewayRequest } from "./gateway-types";

export interface GatewayParts {
  readonly turn: Turn;
  /** Of results that may not go to the model as the SDK has them. */
  readonly results: ReadonlyMap<string, JsonValue>;
  /** Where the model is. */
  readonly upstream: string;
  /** The first part of the path, which only this run knows. */
  readonly token: string;
  readonly fetch: typeof fetch;
}

/** What the model's side answered in place of a message: handed on as it is, so that the SDK can try again. */
class NoMessage extends Error {
  constructor(readonly answer: GatewayAnswer) {
    super(`the model answered with status ${answer.status}`);
  }
}

/** Nothing passes but model calls, and no model call without its points. Never rejects. */
export async function passModelCall(parts: GatewayParts, request: GatewayRequest): Promise<GatewayAnswer> {
  const [path, query = ""] = request.path.split("?");
  if (request.method !== "POST" || path !== `/${parts.token}/v1/messages`)
    return refusal(404, "not_found_error", "only model calls pass here");
  try {
    return await judged(parts, request, query);
  } catch (thrown) {
    if (thrown instanceof NoMessage) return thrown.answer;
    return refusal(403, "permission_error", "the model call was not permitted");
  }
}

async function judged(parts: GatewayParts, request: GatewayRequest, query: string): Promise<GatewayAnswer> {
  const { turn } = parts;
  turn.check();
  const asked = await readable(turn, "pre_model_call", () => withResults(readApiRequest(request.body), parts.results));
  let received: Received | null = null;
  const permitted = await turn.model(factsOf(asked), messagesOf(asked), async (messages) => {
    const body = await readable(turn, "pre_model_call", () => withMessages(asked, messages));
    const answer = await send(parts, request, { query, body });
    const message = await readable(turn, "post_model_call", () => readAnswer(answer));
    received = { answer, message };
    return toModelResponse(message);
  });
  const { answer, message } =
    (received as Received | null) ?? (await turn.fail("post_model_call", "no model was called"));
  if (sameJson(toModelResponse(message) as never, permitted as never)) return answer;
  const changed = await readable(turn, "post_model_call", () => withResponse(message, permitted));
  return { ...answer, body: isStream(answer) ? streamOf(changed) : JSON.stringify(changed) };
}

interface Received {
  readonly answer: GatewayAnswer;
  readonly message: ApiMessage;
}

const readAnswer = (answer: GatewayAnswer): ApiMessage =>
  isStream(answer) ? assemble(answer.body) : readApiMessage(JSON.parse(answer.body));

const isStream = ({ headers }: GatewayAnswer): boolean =>
  (headers["content-type"] ?? "").startsWith("text/event-stream");

/** Of a connection, not of a request: they are the sender's own. */
const OWN = ["host", "connection", "content-length", "accept-encoding", "transfer-encoding", "content-encoding"];

interface Sent {
  readonly query: string;
  readonly body: JsonObject;
}

/** Throws NoMessage for every answer but a good one. */
async function send(parts: GatewayParts, { headers }: GatewayRequest, { query, body }: Sent): Promise<GatewayAnswer> {
  const url = `${parts.upstream.replace(/\/+$/, "")}/v1/messages${query === "" ? "" : `?${query}`}`;
  const init = { method: "POST", headers: without(headers), body: JSON.stringify(body), signal: parts.turn.signal };
  const answer = await parts.fetch(url, { ...init, redirect: "error" }).then(readResponse, () => null);
  if (answer === null) throw new NoMessage(refusal(502, "api_error", "the model cannot be reached"));
  if (answer.status !== 200) throw new NoMessage(answer);
  return answer;
}

async function readResponse(response: Response): Promise<GatewayAnswer | null> {
  const headers = without(Object.fromEntries(response.headers));
  // a stream that breaks off is a failed call
  return response.text().then(
    (body) => ({ status: response.status, headers, body }),
    () => null,
  );
}

const without = (headers: { readonly [name: string]: string }): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name.toLowerCase())));

/** What cannot be read cannot be judged: the run ends. */
async function readable<T>(turn: Turn, point: "pre_model_call" | "post_model_call", read: () => T): Promise<T> {
  try {
    return read();
  } catch (thrown) {
    const what = thrown instanceof TypeError ? thrown.message : "no JSON of this API";
    return turn.fail(point, `the Messages API: ${what}`);
  }
}

function refusal(status: number, type: string, message: string): GatewayAnswer {
  const headers = { "content-type": "application/json", "x-should-retry": status === 502 ? "true" : "false" };
  return { status, headers, body: JSON.stringify({ type: "error", error: { type, message } }) };
}
