import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBase64Strict, fromBase64UrlStrict, fromHex, isDigest, toBase64, toBase64Url, toHex } from "./encoding";

describe("encodings", () => {
  it("agree with the platform's", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const buffer = Buffer.from(bytes);
        expect(toHex(bytes)).toBe(buffer.toString("hex"));
        expect(toBase64(bytes)).toBe(buffer.toString("base64"));
        expect(toBase64Url(bytes)).toBe(buffer.toString("base64url"));
      }),
    );
  });

  it("give back the bytes that they were given", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(bytes);
        expect(fromBase64Strict(toBase64(bytes))).toEqual(bytes);
        expect(fromBase64UrlStrict(toBase64Url(bytes))).toEqual(bytes);
      }),
    );
  });

  it("accept no second spelling of any bytes", () => {
    fc.assert(
      fc.property(fc.base64String(), (text) => {
        const bytes = fromBase64Strict(text);
        expect(bytes === null || toBase64(bytes) === text).toBe(true);
      }),
    );
  });

  it.each(["QQ", "QQ=", "QR==", "QQ===", "Q", "QQ==\n", " QQ==", "QQ-=", "QQ==QQ==", "=", "====", "QUI_", "é==="])(
    "refuse %j as base64",
    (text) => {
      expect(fromBase64Strict(text)).toBe(null);
    },
  );

  it.each(["QR", "Q", "QQ==", "QU+_", "QQ "])("refuse %j as base64url", (text) => {
    expect(fromBase64UrlStrict(text)).toBe(null);
  });

  it("refuse hex that is not lowercase pairs", () => {
    for (const text of ["A0", "0", "0g", "0x", " 00"]) expect(fromHex(text)).toBe(null);
    expect([isDigest("a".repeat(64)), isDigest("A".repeat(64)), isDigest("a".repeat(63)), isDigest(1)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
