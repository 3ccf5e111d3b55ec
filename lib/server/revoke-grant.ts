/** The revocation of a grant from an HTTP request to the use case and back. */
import { revokeGrant } from "../guardian/approvals/revoke-grant";
import { isStorable } from "../storage/text";
import { signInOf } from "./approval-views";
import { container } from "./container";
import { refusal } from "./request";
import type { Viewer } from "./viewer";

interface Grant {
  readonly sessionKey: string;
  readonly approvalId: string;
}

export async function revoke(request: Request, viewer: Viewer, grant: Grant): Promise<Response> {
  // a form of another site cannot send this type
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    return refusal(415, "not_json", "Send JSON with content-type application/json.");
  }
  if (!isStorable(grant.sessionKey) || !isStorable(grant.approvalId)) return refusal(404, "not_found", NOT_FOUND);
  const { deps } = await container();
  const revoked = await revokeGrant(deps, { ...grant, personId: viewer.id, signInId: signInOf(viewer) });
  if (revoked.ok) return Response.json({ revoked: true }, { headers: { "cache-control": "no-store" } });
  const { failure } = revoked;
  switch (failure.kind) {
    case "not_found":
      return refusal(404, "not_found", NOT_FOUND);
    case "forbidden":
      return refusal(403, failure.reason, "Your roles do not allow this.");
    case "conflict":
      return refusal(409, failure.reason, CONFLICT[failure.reason] ?? "It changed in the meantime. Look again.");
    default:
      return refusal(
        503,
        "unavailable",
        "The database did not confirm it. Look again; if the grant is there, try again.",
      );
  }
}

const NOT_FOUND = "There is no such session, or you may not see it.";

const CONFLICT: { readonly [reason: string]: string } = {
  session_ended: "The session has ended, and the grant with it.",
  not_granted: "This grant is not there any more.",
};
