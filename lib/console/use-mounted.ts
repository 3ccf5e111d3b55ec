"use client";
/** False on the server and while hydrating, true afterwards. */
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

export const useMounted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
