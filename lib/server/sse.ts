/** Frames of a server-sent event stream (WHATWG HTML §9.2). */

export interface Frame {
  readonly event: string;
  /** Where a reader goes on after this frame. */
  readonly id?: string;
  readonly data: unknown;
}

const LINE_BREAK = /[\r\n\0]/g;

/** JSON never holds a raw line break; ids are ours, and lose any all the same. */
export function frameText({ event, id, data }: Frame): string {
  const head = `event: ${event.replace(LINE_BREAK, "")}\n`;
  const cursor = id === undefined ? "" : `id: ${id.replace(LINE_BREAK, "")}\n`;
  return `${head}${cursor}data: ${JSON.stringify(data)}\n\n`;
}

/** Tells the browser how soon to come back after an end on purpose. */
export const retryText = (ms: number): string => `retry: ${ms}\n\n`;

export const SSE_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
  connection: "keep-alive",
} as const;
