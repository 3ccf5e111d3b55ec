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

async function read(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  // next-auth fails on it instead of refusing it
  if (nextauth[0] === "callback") return new Response("POST only", { status: 405, headers: { allow: "POST" } });
  return handler(request, context);
}

export { handler as POST, read as GET };
