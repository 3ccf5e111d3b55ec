import { describe, expect, it } from "vitest";
import { actionDigest } from "../core/approval/action";
import { nobleCrypto } from "../core/crypto-noble";
import { isJsonObject, type JsonObject } from "../core/json/value";
import { readStored } from "../core/read-models/shown";
import { editedDigest, editText, readEdit } from "./edits";

const object = (text: string): JsonObject => {
  const value = readStored(text);
  if (!isJsonObject(value)) throw new Error("not an object");
  return value;
};
const action = (amount: number) =>
  object(`{"payload":{"tool":{"name":"refund"},"arguments":{"amount":{"value":${amount}},"to":{"value":"c1"}}}}`);

describe("an approver's edit", () => {
  it("gives the digest of the action with the new value", () => {
    expect(editedDigest(nobleCrypto, action(840), { amount: 500 })).toBe(actionDigest(nobleCrypto, action(500)));
  });

  it("cannot add an argument", () => {
    expect(editedDigest(nobleCrypto, action(840), { extra: 1 })).toBeNull();
  });

  it("keeps the kind of the value", () => {
    expect(readEdit("840", "500")).toEqual({ ok: true, value: 500 });
    expect(readEdit("840", '"500"')).toEqual({ ok: false, failure: "Must stay a number." });
    expect(readEdit("[1]", "{}")).toMatchObject({ ok: false });
    expect(readEdit("840", "9007199254740993")).toMatchObject({ ok: false });
  });

  it("edits text as text, quotes and all", () => {
    expect(editText('"say \\"hi\\""')).toBe('say "hi"');
    expect(readEdit('"x"', 'say "hi"')).toEqual({ ok: true, value: 'say "hi"' });
    expect(readEdit('"x"', "\ud800")).toMatchObject({ ok: false });
  });
});
