/** How much a record takes. */
import type { Handed } from "../../guardian/trace-port";

/** About what it takes in memory: its texts, and as much again once they are read. */
export const weightOf = (handed: Handed): number =>
  500 + (handed.kind === "step" ? 4 * (handed.request.length + handed.answer.length) : 4 * handed.content.length);
