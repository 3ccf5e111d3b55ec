/** How the browser talks to the console's own JSON routes: outcomes as values, every failure with a sentence. */
import { err, ok, type Result } from "../core/result";

export interface ApiFailure {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Machine-readable code from the server, or `unreachable` / `unreadable`. */
  readonly reason: string;
  /** A sentence for people. */
  readonly message: string;
  /** On 409: what was recorded instead, as the route gives it. */
  readonly outcome?: unknown;
}

export const getJson = <T>(url: string, signal?: AbortSignal): Promise<Result<T, ApiFailure>> =>
  request<T>(url, { method: "GET", signal });

export const postJson = <T>(url: string, body: unknown): Promise<Result<T, ApiFailure>> =>
  request<T>(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** For React Query, which wants a throw: the thrown value is an `ApiError` carrying the failure. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(failure.message);
    this.name = "ApiError";
    this.failure = failure;
  }
}

export async function getOrThrow<T>(url: string, signal?: AbortSignal): Promise<T> {
  const result = await getJson<T>(url, signal);
  if (!result.ok) throw new ApiError(result.failure);
  return result.value;
}

async function request<T>(url: string, init: RequestInit): Promise<Result<T, ApiFailure>> {
  const response = await fetch(url, { ...init, cache: "no-store", credentials: "same-origin" }).catch(() => null);
  if (response === null) {
    return err({
      status: 0,
      reason: "unreachable",
      message: "The console does not answer. Check the connection and try again.",
    });
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return ok(body as T);
  return err(failureFrom(response.status, body));
}

/** Reads `{error: {reason, message, outcome?}}`; anything else becomes a sentence for its status. */
export function failureFrom(status: number, body: unknown): ApiFailure {
  const error = member(body, "error");
  const reason = member(error, "reason");
  const message = member(error, "message");
  return {
    status,
    reason: typeof reason === "string" ? reason : "unreadable",
    message: typeof message === "string" ? message : sentenceFor(status),
    outcome: member(error, "outcome"),
  };
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as { readonly [name: string]: unknown })[name]
    : undefined;

function sentenceFor(status: number): string {
  if (status === 401) return "You are signed out. Sign in to go on.";
  if (status === 403) return "Your roles do not allow this.";
  if (status === 404) return "This does not exist, or you may not see it.";
  if (status === 409) return "It changed in the meantime. Look again before you decide.";
  if (status === 429) return "Too many attempts. Wait a moment and try again.";
  return "The console answered with something unexpected. Nothing is known to have changed.";
}
