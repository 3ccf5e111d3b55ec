/**
 * The guard of pages, actions and routes. Each of them names the permission that it needs; roles and account state are
 * read from the database on every request, never from the cookie. proxy.ts guards nothing.
 */
import { cookies, headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { routes } from "../console/routes";
import type { Permission } from "../core/access";
import type { CommandFailure } from "../core/admin/failure";
import { err, ok, type Result } from "../core/result";
import { consoleUrl } from "./env";
import { signInCookieName } from "./sign-in-cookie";
import { type Viewer, viewerCan, viewerOfBearer, viewerOfCookie } from "./viewer";

export type { Viewer } from "./viewer";
export { viewerCan } from "./viewer";

/** The signed-in person of a page or action, or null. Read once per request. */
export const currentViewer = cache(async (): Promise<Viewer | null> => {
  const jar = await cookies();
  return viewerOfCookie(jar.get(signInCookieName())?.value);
});

/** For pages: sends strangers to the door (and back afterwards), refuses with 403 what the roles do not allow. */
export async function requirePerson(permission: Permission): Promise<Viewer> {
  const viewer = await currentViewer();
  if (!viewer) redirect(routes.signIn((await headers()).get("x-path") ?? undefined));
  if (!viewerCan(viewer, permission)) forbidden();
  return viewer;
}

/** For server actions (Next itself compares Origin and Host): the viewer, or the refusal to return. */
export async function requireActionPerson(permission: Permission): Promise<Result<Viewer, CommandFailure>> {
  const viewer = await currentViewer();
  if (!viewer) return err({ kind: "signed_out", message: "You are signed out. Sign in to go on." });
  if (!viewerCan(viewer, permission)) return err({ kind: "forbidden", message: "Your roles do not allow this." });
  return ok(viewer);
}

/** The error body of every JSON route. */
export const refusal = (status: number, reason: string, message: string, outcome?: unknown): Response =>
  Response.json(
    { error: { reason, message, ...(outcome === undefined ? {} : { outcome }) } },
    { status, headers: { "cache-control": "no-store" } },
  );

/**
 * For JSON routes: a service account by its bearer token, else a person by cookie. Answers 401 or 403; a write that
 * rides on a cookie must also come from this origin and be JSON.
 */
export async function requireApiPerson(request: Request, permission: Permission): Promise<Result<Viewer, Response>> {
  const authorization = request.headers.get("authorization");
  const byCookie = authorization === null;
  const isWrite = request.method !== "GET" && request.method !== "HEAD";
  if (isWrite && byCookie) {
    const wrong = crossOrigin(request);
    if (wrong) return err(wrong);
  }
  const viewer = byCookie ? await viewerOfCookie(cookieOf(request)) : await viewerOfBearer(authorization);
  if (!viewer) return err(refusal(401, "signed_out", "You are signed out. Sign in to go on."));
  if (!viewerCan(viewer, permission)) return err(refusal(403, "forbidden", "Your roles do not allow this."));
  return ok(viewer);
}

/** Null for a same-origin JSON request, else the refusal. Browsers send Origin with every POST. */
export function crossOrigin(request: Request): Response | null {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const sameHost = origin !== null && hostOf(origin) === request.headers.get("host");
  const isOurs = sameHost || origin === new URL(consoleUrl()).origin;
  if (!isOurs || (site !== null && site !== "same-origin")) {
    return refusal(403, "cross_origin", "This request did not come from a page of this console.");
  }
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    return refusal(415, "not_json", "Send JSON with content-type application/json.");
  }
  return null;
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

export function cookieOf(request: Request): string | undefined {
  const name = `${signInCookieName()}=`;
  const pair = (request.headers.get("cookie") ?? "").split(/;\s*/).find((part) => part.startsWith(name));
  return pair?.slice(name.length);
}
