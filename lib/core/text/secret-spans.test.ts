import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { everySpan, mayHoldSecret, secretSpans } from "./secret-spans";

/** One text for each shape, in spellings that the shape takes. */
const HOLDING = [
  "Authorization: Bearer abc.def",
  'proxy-authorization="Basic Zm9vOmJhcg=="',
  "set-cookie: sid=1",
  "BEARER abcdef1",
  "https://user:pw@example.test/x",
  "?api_key=1",
  "&client-secret=1",
  "; --password hunter2",
  "-token=1",
  "export DB_PASSWD=1",
  "PWD=1",
  "x-apikey: 1",
  '"access-key": "1"',
  "'credential': '1'",
  "--passphrase 1",
  "private_key=1",
  "curl -u me:pw",
  "--user me:pw",
  "--proxy-user=me:pw",
  "eyJhbGciOiJI.eyJzdWIi.c2ln",
  "sk_live_abcdefghijklmnop",
  "rk-abcdefghijklmnop",
  "ghp_abcdefghij",
  "github_pat_abcdefghij",
  "glpat-abcdefghij",
  "xoxb-abcdefghij",
  "hf_abcdefghij",
  "npm_abcdefghij",
  "AKIAABCDEFGHIJKLMNOP",
  "ASIAABCDEFGHIJKLMNOP",
  "AIzaABCDEFGHIJKLMNOPQRSTUVWXYZ012345",
  "-----BEGIN PRIVATE KEY-----\nabc",
];

describe("the cheap look before the search for secrets", () => {
  it.each(HOLDING)("never skips a text that holds one: %s", (text) => {
    expect(everySpan(text)).not.toEqual([]);
    expect(mayHoldSecret(text)).toBe(true);
    expect(secretSpans(text)).toEqual(everySpan(text));
  });

  it("finds the same as the whole search, whatever the parts are put together from", () => {
    const part = fc.oneof(fc.constantFrom(...HOLDING), fc.string({ unit: "binary", maxLength: 12 }));
    const cut = fc.tuple(part, fc.nat(40)).map(([text, at]) => text.slice(at % (text.length + 1)));
    const text = fc.array(fc.oneof(part, cut), { maxLength: 4 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (each) => {
        expect(secretSpans(each)).toEqual(everySpan(each));
      }),
    );
  });

  it("skips what holds none", () => {
    expect(mayHoldSecret("cust_1042 was refunded 840")).toBe(false);
  });
});
