/** Frames of the live feed. */
import { describe, expect, it } from "vitest";
import { frameText, SSE_HEADERS } from "./sse";

describe("a frame", () => {
  it("is event, id, data and an empty line", () => {
    expect(frameText({ event: "change", id: "e.1.2", data: { topic: "approvals" } })).toBe(
      'event: change\nid: e.1.2\ndata: {"topic":"approvals"}\n\n',
    );
  });

  it("cannot be split by what it carries", () => {
    const text = frameText({ event: "change\ndata: x", id: "a\r\nevent: y\0", data: { topic: "a\n\ndata: forged\r" } });
    expect(text.split("\n").filter(Boolean)).toEqual([
      "event: changedata: x",
      "id: aevent: y",
      'data: {"topic":"a\\n\\ndata: forged\\r"}',
    ]);
  });

  it("leaves the id out where the reader's place does not move", () => {
    expect(frameText({ event: "heartbeat", data: {} })).toBe("event: heartbeat\ndata: {}\n\n");
  });
});

describe("the headers", () => {
  it("keep proxies from holding the stream back", () => {
    expect(SSE_HEADERS).toMatchObject({
      "content-type": expect.stringContaining("text/event-stream"),
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
  });
});
