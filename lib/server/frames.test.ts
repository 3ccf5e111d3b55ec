import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Frame, FrameReader, frame } from "./frames";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (one: Uint8Array): string => new TextDecoder().decode(one);
const told = (frames: readonly Frame[]) => frames.map((one) => (one.kind === "message" ? text(one.bytes) : one.why));

const read = (whole: string, limits = { maxBytes: 1000 }) => {
  const reader = new FrameReader(limits);
  return told([...reader.read(bytes(whole)), ...reader.end()]);
};

describe("a framed stream", () => {
  it("is cut into the messages that went in, however it is chopped", () => {
    const messages = fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 6 });
    fc.assert(
      fc.property(messages, fc.array(fc.nat(30), { minLength: 1 }), (sent, sizes) => {
        const stream = Buffer.concat(sent.map((one) => frame(bytes(one))));
        const reader = new FrameReader({ maxBytes: 1000 });
        const got: string[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const size = 1 + (sizes[turn % sizes.length] ?? 0);
          got.push(...told(reader.read(stream.subarray(at, at + size))));
          at += size;
        }
        expect([...got, ...told(reader.end())]).toEqual(sent.map((one) => text(bytes(one))));
      }),
    );
  });

  it("counts bytes, not characters", () => {
    expect(text(frame(bytes("é")))).toBe("Content-Length: 2\r\n\r\né");
    expect(read("Content-Length: 2\r\n\r\néContent-Length: 1\r\n\r\nx")).toEqual(["é", "x"]);
  });

  it.each([
    ["a name in another case", "CONTENT-length:1\r\n\r\nx"],
    [
      "a type with its charset",
      "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 1\r\n\r\nx",
    ],
    ["the charset as once written", 'Content-Length: 1\r\nContent-Type: a/b; charset="utf8"\r\n\r\nx'],
    ["a header it does not know", "X-More: \t y\r\nContent-Length:  1 \r\n\r\nx"],
  ])("may have %s", (_what, whole) => expect(read(whole)).toEqual(["x"]));

  it.each([
    ["no length", "Content-Type: a/b\r\n\r\nx", "Content-Length is missing"],
    ["no header at all", "\r\n{}", "Content-Length is missing"],
    ["two lengths", "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx", "Content-Length occurs twice"],
    ["a negative length", "Content-Length: -1\r\n\r\nx", "Content-Length is no length"],
    ["a length in hex", "Content-Length: 0x1\r\n\r\nx", "Content-Length is no length"],
    ["an endless length", `Content-Length: ${"9".repeat(16)}\r\n\r\nx`, "Content-Length is no length"],
    ["a length beyond reading past", "Content-Length: 999999999\r\n\r\nx", "the message is far too large"],
    ["another charset", "Content-Type: a/b; charset=utf-16\r\nContent-Length: 1\r\n\r\nx", "messages are UTF-8"],
    ["a line without a colon", "Content-Length 1\r\n\r\nx", "a header line is no name and value"],
    ["a folded line", "Content-Length: 1\r\n more: x\r\n\r\nx", "a header line is no name and value"],
    ["bare line feeds", "Content-Length: 1\n\nx", "a header is ASCII in lines that end with CR LF"],
    ["a bare carriage return", "Content-Length: 1\rx", "a header is ASCII in lines that end with CR LF"],
    ["bytes that are no ASCII", "Content-Léngth: 1\r\n\r\nx", "a header is ASCII in lines that end with CR LF"],
    ["an endless header", "x".repeat(5000), "the header is too long"],
    ["unframed JSON", '{"jsonrpc":"2.0"}\n', "a header is ASCII in lines that end with CR LF"],
    ["an end inside a message", "Content-Length: 5\r\n\r\nx", "the stream ended inside a message"],
    ["an end inside a header", "Content-Length: 5\r\n", "the stream ended inside a message"],
  ])("is broken by %s, and read no further", (_what, whole, why) => {
    expect(read(whole)).toEqual([why]);
    const reader = new FrameReader({ maxBytes: 10 });
    const first = [...reader.read(bytes(whole)), ...reader.end()];
    expect(first.map((one) => one.kind)).toEqual(["broken"]);
    expect([...reader.read(frame(bytes("x"))), ...reader.end()]).toEqual([]);
  });

  it("keeps one byte more than fits of a message that is too large, and goes on behind it", () => {
    const large = "y".repeat(50);
    expect(read(`Content-Length: 50\r\n\r\n${large}Content-Length: 1\r\n\r\nx`, { maxBytes: 10 })).toEqual([
      "y".repeat(11),
      "x",
    ]);
  });
});
