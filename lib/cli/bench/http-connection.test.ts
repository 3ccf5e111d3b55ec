import { describe, expect, it } from "vitest";
import { isComplete, postBytes } from "./http-connection";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("a response", () => {
  it.each([
    ["half a header", "HTTP/1.1 200 OK\r\nContent-Le", false],
    ["a header alone", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", false],
    ["header and body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", true],
    ["a first chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n", false],
    ["all chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", true],
  ])("is complete or not: %s", (_title, text, complete) => {
    expect(isComplete(bytes(text))).toBe(complete);
  });
});

describe("a request", () => {
  it("counts bytes, not characters", () => {
    expect(postBytes(1, '"é"').toString("utf8")).toContain('content-length: 4\r\n\r\n"é"');
  });
});
