/** Entries and records as a comparison takes them, for tests. */
import type { ComparedEntry, ComparedRecord } from "../core/agent-hooks/compared";

export const comparedEntry = (seq: number, decision: string, more: Partial<ComparedEntry> = {}): ComparedEntry => ({
  seq,
  hash: `h${seq}`,
  stepType: "steps/toolCallRequest",
  decision,
  tool: "pay",
  stepId: `s${seq}`,
  approvalId: null,
  resultOf: null,
  executedWithoutRelease: false,
  ...more,
});

export const comparedRecord = (
  seq: number,
  decision: "allow" | "deny" | "transform",
  more: Partial<ComparedRecord> = {},
): ComparedRecord => ({
  seq,
  sequence: seq - 1,
  point: "pre_tool_call",
  mode: "enforce",
  decision,
  reason: null,
  resolvedBy: null,
  tool: "pay",
  entryHash: null,
  ...more,
});
