"use client";
/** Overlays add a style element while they are open (to hold the page still): it must carry the page's nonce. */
import { useInsertionEffect } from "react";

export function StyleNonce({ nonce }: { nonce: string | undefined }) {
  useInsertionEffect(() => {
    Reflect.set(globalThis, "__webpack_nonce__", nonce);
  }, [nonce]);
  return null;
}
