/** A decision from an HTTP request to the use case and back to an HTTP answer. */
import { z } from "zod";
import { INELIGIBLE_TEXT, type Ineligible } from "../core/approval/eligibility";
import { readJson } from "../core/json/read";
import { isJsonObject, type JsonObject } from "../core/json/value";
import type { Actor } from "../core/read-models/approvals";
import { isSaid } from "../core/text/visible";
import { rerouteApproval } from "../guardian/approvals/reroute";
import { type ResolveFailure, resolveApproval } from "../guardian/approvals/resolve";
import { actorsOf } from "../storage/reads/people";
import { isStorable } from "../storage/text";
import { signInOf } from "./approval-views";
import { container } from "./container";
import { readLimited } from "./limited-body";
import { refusal } from "./request";
import { type Viewer, viewerCan } from "./viewer";

const MAX_BYTES = 1024 * 1024;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Strict: an unknown member, such as one that claims who decided, is a 400 and not ignored. */
const rerouteBody = z.strictObject({
  verdict: z.literal("reroute"),
  approvers: z.string().min(1).max(2000),
  reason: z.string().min(1).max(2000),
  revision: z.int().nonnegative(),
});

const verdictBody = z.strictObject({
  verdict: z.enum(["approve", "deny"]),
  reason: z.string().max(2000).optional(),
  revision: z.int().nonnegative(),
  action_digest: z.string().regex(DIGEST),
  view_digest: z.string().regex(DIGEST),
  edits: z.custom<JsonObject>(isJsonObject).optional(),
  grant: z.strictObject({ scope: z.enum(["this_request", "session"]) }).optional(),
});

export async function decide(request: Request, viewer: Viewer, approvalId: string): Promise<Response> {
  if (!isJsonRequest(request)) return refusal(415, "not_json", "Send JSON with content-type application/json.");
  const body = await readBody(request);
  if (body instanceof Response) return body;
  if (!isStorable(approvalId)) return refusal(404, "not_found", NOT_FOUND);
  const { deps } = await container();
  const signInId = signInOf(viewer);
  const channel = viewer.kind === "service" ? "api" : "console";
  const who = { approvalId, personId: viewer.id, signInId, channel } as const;
  if (body.verdict === "reroute") return rerouted(await rerouteApproval(deps, { ...body, ...who }));
  // whoever may only hand an item on may not decide it
  if (!viewerCan(viewer, "approvals.decide")) return refusal(403, "forbidden", "Your roles do not allow this.");
  const resolved = await resolveApproval(deps, { ...body, ...who });
  if (!resolved.ok) return failureResponse(resolved.failure);
  const { state, votes, needed } = resolved.value;
  return Response.json({ state, votes, needed }, { headers: { "cache-control": "no-store" } });
}

async function rerouted(result: Awaited<ReturnType<typeof rerouteApproval>>): Promise<Response> {
  if (!result.ok) return failureResponse(result.failure);
  const { state, approvers } = result.value;
  return Response.json({ state, approvers }, { headers: { "cache-control": "no-store" } });
}

const isJsonRequest = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");

type Body = z.infer<typeof verdictBody> | z.infer<typeof rerouteBody>;

async function readBody(request: Request): Promise<Body | Response> {
  const bytes = await readLimited(request.body, MAX_BYTES);
  if (bytes.length > MAX_BYTES) return refusal(413, "too_large", "The decision is too large.");
  const json = readJson(bytes, { maxBytes: MAX_BYTES });
  if (!json.ok) return refusal(400, json.failure.kind, `The body is not acceptable JSON: ${json.failure.message}.`);
  const isReroute = isJsonObject(json.value) && json.value.verdict === "reroute";
  const parsed = (isReroute ? rerouteBody : verdictBody).safeParse(json.value);
  if (!parsed.success) return refusal(400, "invalid_body", problem(parsed.error));
  if (parsed.data.verdict === "reroute") return parsed.data;
  const edits = isJsonObject(json.value) && isJsonObject(json.value.edits) ? json.value.edits : undefined;
  const reason = isSaid(parsed.data.reason ?? "") ? parsed.data.reason : undefined;
  return { ...parsed.data, reason, edits };
}

/** Names members, never values. */
function problem(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code === "unrecognized_keys") return "The body has members that a decision does not have.";
  const at = issue?.path.join(".") ?? "";
  return at === "" ? "The body is not a decision." : `The member ${at} is missing or not of the right form.`;
}

/** The connection may have been lost before or after the commit; a second try is harmless either way. */
const UNKNOWN = "The database did not confirm the decision. Look at the item again; if it still waits, try again.";
const NOT_FOUND = "There is no such item, or you may not see it.";

async function failureResponse(failure: ResolveFailure): Promise<Response> {
  switch (failure.kind) {
    case "not_found":
      return refusal(404, "not_found", NOT_FOUND);
    case "forbidden":
      return refusal(403, failure.reason, forbiddenText(failure.reason));
    case "invalid":
      return refusal(400, failure.reason, sentenceOf(failure.message));
    case "conflict":
      return conflictResponse(failure);
    case "unavailable":
      return refusal(503, "unavailable", UNKNOWN);
  }
}

/** Member names keep their spelling. */
const sentenceOf = (message: string): string =>
  /^[a-z]+_/.test(message) ? `${message}.` : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

const forbiddenText = (reason: string): string =>
  Object.hasOwn(INELIGIBLE_TEXT, reason) ? INELIGIBLE_TEXT[reason as Ineligible] : "You may not decide this item.";

async function conflictResponse(failure: Extract<ResolveFailure, { kind: "conflict" }>): Promise<Response> {
  const { prisma } = await container();
  const actor = await actorsOf(prisma, [failure.decidedBy]);
  const decidedBy = failure.decidedBy === null ? null : actor(failure.decidedBy);
  const message = conflictText(failure.reason, failure.state, decidedBy);
  return refusal(409, failure.reason, message, { state: failure.state, decidedBy, decidedAt: failure.decidedAt });
}

function conflictText(reason: string, state: string, decidedBy: Actor | null): string {
  const who =
    decidedBy === null ? "The Guardian" : decidedBy.kind === "service" ? `Service ${decidedBy.name}` : decidedBy.name;
  if (reason === "already_voted") return "You have already voted on this item.";
  if (state === "expired") return "It expired before your decision was recorded. Nothing was approved or denied.";
  if (state === "rejected") return `${who} denied it first. Your decision was not recorded.`;
  if (state === "approved" || state === "consumed") return `${who} approved it first. Your decision was not recorded.`;
  if (state === "cancelled") return "It was withdrawn: the session ended. Your decision was not recorded.";
  return "The item changed since you opened it. Look at it again before you decide.";
}
