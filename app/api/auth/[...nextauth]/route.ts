/** Sign-in and sign-out, by next-auth. */
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/server/auth";
import { consoleUrl } from "@/lib/server/env";

interface Context {
  readonly params: Promise<{ nextauth: string[] }>;
}

async function handler(request: NextRequest, context: Context): Promise<Response> {
  process.env.NEXTAUTH_URL ??= consoleUrl();
  return NextAuth(request, { params: await context.params }, authOptions());
}

export { handler as GET, handler as POST };
