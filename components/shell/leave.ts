"use client";
/** Signs out: the server ends the sign-in, then the page of the door is loaded fresh. */
import { signOut } from "next-auth/react";
import { routes } from "@/lib/console/routes";

export function leave(): void {
  void signOut({ redirect: false }).finally(() => window.location.assign(routes.signIn()));
}
