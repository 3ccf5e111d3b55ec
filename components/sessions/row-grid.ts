/** The columns of a timeline: number, time, turns, hook, subject, disposition, what the host did, latency. */

const TOUCH = "items-center gap-x-3 touch:grid-cols-[minmax(0,1fr)_auto] touch:content-center touch:gap-y-0";

export const ROW_GRID = `grid grid-cols-[44px_92px_30px_156px_minmax(0,1fr)_80px_60px] ${TOUCH}`;

/** With a column for what the session's host says that it did. */
export const ROW_GRID_HOSTED = `grid grid-cols-[44px_92px_30px_156px_minmax(0,1fr)_90px_104px_60px] ${TOUCH}`;
