/** The sign-in cookie: what it is called, and the sign-in id inside. Everything else is read from the database. */
import { decode } from "next-auth/jwt";
import { authSecret, consoleUrl } from "./env";

const isHttps = (): boolean => consoleUrl().startsWith("https://");

/** `__Host-` binds the cookie to this host and to https; plain http cannot carry it. */
export const signInCookieName = (): string => (isHttps() ? "__Host-guardian-sign-in" : "guardian-sign-in");

export const cookieOptions = () => ({
  httpOnly: true,
  sameSite: "lax" as const,
  path: "/",
  secure: isHttps(),
});

/** The sign-in id that a cookie value carries, or null for anything that we did not issue. */
export async function signInIdOf(cookieValue: string | undefined): Promise<string | null> {
  if (!cookieValue) return null;
  try {
    const token = await decode({ token: cookieValue, secret: authSecret() });
    return typeof token?.signInId === "string" ? token.signInId : null;
  } catch {
    return null;
  }
}
