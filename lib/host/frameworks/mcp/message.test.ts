import { describe, expect, it } from "vitest";
import { progressTokenOf, readMessage } from "./message";

describe("a message from a transport", () => {
  it.each([
    [{ jsonrpc: "2.0", id: 1, method: "ping" }, "request"],
    [{ jsonrpc: "2.0", id: "a", method: "ping", params: {} }, "request"],
    [{ jsonrpc: "2.0", method: "notifications/initialized" }, "notification"],
    [{ jsonrpc: "2.0", id: 1, result: {} }, "response"],
    [{ jsonrpc: "2.0", id: 1, error: { code: 1, message: "no" } }, "response"],
  ])("%j is a %s", (message, kind) => {
    expect(readMessage(message).kind).toBe(kind);
  });

  it.each([
    [null],
    ["ping"],
    [[]],
    [new Map()],
    [{ jsonrpc: "2.0", id: 1, method: "ping", params: undefined, more: () => 1 }],
    [{ jsonrpc: "1.0", id: 1, method: "ping" }],
    [{ id: 1, method: "ping" }],
    [{ jsonrpc: "2.0", id: 1 }],
    [{ jsonrpc: "2.0", id: 1, result: {}, error: {} }],
    [{ jsonrpc: "2.0", id: null, result: {} }],
    [{ jsonrpc: "2.0", id: 1.5, method: "ping" }],
    [{ jsonrpc: "2.0", id: 2 ** 60, method: "ping" }],
    [{ jsonrpc: "2.0", id: 1, method: 7 }],
    [{ jsonrpc: "2.0", id: 1, method: "ping", params: [] }],
  ])("%j is none", (message) => {
    expect(readMessage(message).kind).toBe("unusable");
  });

  it("is a copy that its sender cannot change any more", () => {
    const params = { name: "say" };
    const read = readMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    params.name = "wipe";
    expect(read).toMatchObject({ params: { name: "say" }, message: { params: { name: "say" } } });
  });

  it("keeps a member called __proto__ a member", () => {
    const read = readMessage(JSON.parse('{"jsonrpc":"2.0","id":1,"method":"x","params":{"__proto__":{"name":"y"}}}'));
    expect(read).toMatchObject({ kind: "request" });
    expect((read as { params: { name?: unknown } }).params.name).toBeUndefined();
  });
});

describe("a progress token", () => {
  it.each([
    [{ _meta: { progressToken: 0 } }, 0],
    [{ _meta: { progressToken: "t" } }, "t"],
    [{ _meta: { progressToken: {} } }, null],
    [{ _meta: 5 }, null],
    [{}, null],
  ])("of %j is %j", (params, token) => {
    expect(progressTokenOf(params)).toBe(token);
  });
});
