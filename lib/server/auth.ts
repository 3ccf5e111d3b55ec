/** next-auth: password in, a cookie with the sign-in's id out. The cookie says who signed in, never what they may do. */
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { routes } from "../console/routes";
import { closeSignIn, SIGN_IN_S } from "../guardian/commands/sign-in";
import { commandDeps } from "./commands";
import { container } from "./container";
import { authSecret } from "./env";
import { signIn, TENANT } from "./people";
import { cookieOptions, signInCookieName } from "./sign-in-cookie";
import { viewerOfSignIn } from "./viewer";

/** The provider's error text that tells the sign-in page about the limit. */
export const LIMITED = "limited";

export function authOptions(): NextAuthOptions {
  return {
    secret: authSecret(),
    session: { strategy: "jwt", maxAge: SIGN_IN_S },
    pages: { signIn: routes.signIn(), error: routes.signIn() },
    cookies: { sessionToken: { name: signInCookieName(), options: cookieOptions() } },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        authorize: (credentials, request) => authorize(credentials ?? {}, request.headers ?? {}),
      }),
    ],
    callbacks: {
      // Nothing of the person goes into the cookie but the two ids.
      jwt: ({ token, user }) =>
        user && "signInId" in user
          ? { sub: user.id, signInId: user.signInId }
          : { sub: token.sub, signInId: token.signInId },
      session: async ({ session, token }) => {
        const viewer = typeof token.signInId === "string" ? await viewerOfSignIn(token.signInId) : null;
        return viewer
          ? { expires: session.expires, user: { name: viewer.name, email: viewer.email } }
          : { expires: session.expires };
      },
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.signInId !== "string" || typeof token.sub !== "string") return;
        await closeSignIn(await commandDeps(), { tenantId: TENANT, personId: token.sub, signInId: token.signInId });
      },
    },
  };
}

type Headers = { readonly [name: string]: unknown };

async function authorize(credentials: { email?: string; password?: string }, headers: Headers) {
  const outcome = await signIn(await container(), {
    email: String(credentials.email ?? ""),
    password: String(credentials.password ?? ""),
    address: addressOf(headers),
    userAgent: typeof headers["user-agent"] === "string" ? headers["user-agent"].slice(0, 300) : null,
  });
  if (outcome.kind === "limited") throw new Error(LIMITED);
  if (outcome.kind === "refused") return null;
  return { id: outcome.personId, signInId: outcome.signInId };
}

/**
 * The last hop: the one that a proxy in front of us added. Without a proxy it is whatever the client wrote, so that the
 * limit on guessing by account is the one that holds.
 */
export function addressOf(headers: Headers): string {
  const forwarded = headers["x-forwarded-for"];
  const last = typeof forwarded === "string" ? forwarded.split(",").at(-1)?.trim() : undefined;
  return last ? last.slice(0, 64) : "unknown";
}
