"use client";
/** A page of the console that failed: the frame stays, the reader can try again. */
import { DeadEnd } from "@/components/shell/dead-end";
import { Button } from "@/components/ui/button";

export default function ConsoleError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <DeadEnd title="This page could not be drawn" action={<Button onClick={reset}>Try again</Button>}>
      <p>Nothing was changed by this. If it happens again, give this reference to whoever runs the console.</p>
      {error.digest ? <p className="mt-2 font-mono text-12">Reference {error.digest}</p> : null}
    </DeadEnd>
  );
}
