/** A local clock kept on the database's time: skew windows and expiries are judged alike in every process. */
import type { Clock } from "../guardian/ports";

export function databaseClock(): Clock {
  let offset = 0;
  return {
    now: () => Math.round(Date.now() + offset),
    observe(databaseNow) {
      // The report is at most a round trip old: lean on it slowly, jump only over real differences.
      const difference = databaseNow - Date.now();
      offset = Math.abs(difference - offset) > 1000 ? difference : offset * 0.9 + difference * 0.1;
    },
  };
}
