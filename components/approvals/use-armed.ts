"use client";
/**
 * The second deliberate gesture for high risk: the first press arms, a later one sends. Waiting disarms, and so does any
 * change of what would be sent: both presses are for the same content.
 */
import { useCallback, useEffect, useState } from "react";
import { ARM_MAX_MS, ARM_MIN_MS, pressMeans } from "@/lib/console/decision-gate";

export interface Armed {
  /** idle, armed but too early to count, or ready for the second press. */
  readonly phase: "idle" | "arming" | "ready";
  readonly press: (event: { readonly timeStamp: number; readonly repeat?: boolean }) => void;
  readonly disarm: () => void;
}

interface ArmedInput {
  readonly needsSecond: boolean;
  /** Names exactly what a press would send; null while nothing can be sent. */
  readonly subject: string | null;
  readonly send: () => void;
}

export function useArmed({ needsSecond, subject, send }: ArmedInput): Armed {
  const [armedAt, setArmedAt] = useState<number | null>(null);
  const [phase, setPhase] = useState<Armed["phase"]>("idle");
  const disarm = useCallback(() => {
    setArmedAt(null);
    setPhase("idle");
  }, []);
  const [armedFor, setArmedFor] = useState(subject);
  if (armedFor !== subject) {
    setArmedFor(subject);
    disarm();
  }
  useEffect(() => {
    if (armedAt === null) return;
    const ready = setTimeout(() => setPhase("ready"), ARM_MIN_MS);
    const over = setTimeout(disarm, ARM_MAX_MS);
    return () => {
      clearTimeout(ready);
      clearTimeout(over);
    };
  }, [armedAt, disarm]);
  const press = useCallback(
    (event: { readonly timeStamp: number; readonly repeat?: boolean }) => {
      const means = pressMeans({ armedAt, at: event.timeStamp, repeat: event.repeat === true, needsSecond });
      if (means === "arm") {
        setArmedAt(event.timeStamp);
        setPhase("arming");
      }
      if (means === "send") {
        disarm();
        send();
      }
    },
    [armedAt, needsSecond, send, disarm],
  );
  return { phase, press, disarm };
}
