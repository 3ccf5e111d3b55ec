/** The sign-in page. Somebody who is signed in already goes on to where they wanted. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/door/sign-in-form";
import { safeReturnTo } from "@/lib/console/routes";
import { currentViewer } from "@/lib/server/request";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  searchParams: Promise<{ from?: string | string[]; joined?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { from, joined } = await searchParams;
  const returnTo = safeReturnTo(typeof from === "string" ? from : null);
  if (await currentViewer()) redirect(returnTo);
  return (
    <SignInForm
      returnTo={returnTo}
      welcome={joined === "1" ? "Your account is ready. Sign in with the password that you just chose." : undefined}
    />
  );
}
