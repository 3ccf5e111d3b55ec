"use client";
/** True once the browser has painted what was just drawn: two frames after the commit. */
import { useEffect, useState } from "react";

export function useRendered(): boolean {
  const [rendered, setRendered] = useState(false);
  useEffect(() => {
    let second = 0;
    const first = requestAnimationFrame(() => {
      second = requestAnimationFrame(() => setRendered(true));
    });
    return () => {
      cancelAnimationFrame(first);
      cancelAnimationFrame(second);
    };
  }, []);
  return rendered;
}
