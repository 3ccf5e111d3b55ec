"use client";
/** Overlays add a style element while they are open (to hold the page still): it must carry the page's nonce. */
import { useInsertionEffect, useState } from "react";

export function StyleNonce({ nonce }: { nonce: string | undefined }) {
  // A refresh draws the layout again with the nonce of its own request; the policy of the document stays the first one.
  const [ofDocument] = useState(nonce);
  useInsertionEffect(() => {
    Reflect.set(globalThis, "__webpack_nonce__", ofDocument);
  }, [ofDocument]);
  return null;
}
