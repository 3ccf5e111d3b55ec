import { describe, expect, it } from "vitest";
import type { JsonObject } from "../json/value";
import { actSentence } from "./sentence";

describe("the sentence of an act", () => {
  it.each<[string, JsonObject, string]>([
    ["refund_payment", { amount: 840, customer_id: "cust_1042" }, "Refund 840 to cust_1042 with refund_payment"],
    [
      "refund_payment",
      { amount: 840.5, currency: "EUR", to: "cust_1042" },
      "Refund 840.5 EUR to cust_1042 with refund_payment",
    ],
    ["pay_invoice", { amount: 100, to: "vendor-17" }, "Pay 100 to vendor-17 with pay_invoice"],
    [
      "send_email",
      { to: "ops@partner.example.test", body: "x" },
      "Send email to ops@partner.example.test with send_email",
    ],
    ["lookup_account", { account_id: "cust_1042" }, "Look up account of cust_1042 with lookup_account"],
    ["delete_records", { table: "invoices" }, "Delete records invoices with delete_records"],
    ["readFile", { path: "/etc/hosts" }, "Read file /etc/hosts with readFile"],
    ["Write", { file_path: "/srv/a.txt", content: "x" }, "Write /srv/a.txt with Write"],
    ["shell", { cmd: "git push --force" }, "Run git push --force with shell"],
    ["frobnicate", { b: 2, a: [1] }, "Call frobnicate with a [1], b 2"],
    ["frobnicate", { a: 1, b: 2, c: 3, d: 4 }, "Call frobnicate with a 1, b 2, c 3 and 1 more"],
    ["frobnicate", {}, "Call frobnicate without arguments"],
    ["", {}, "Call a tool without a name without arguments"],
  ])("of %s %j", (tool, args, sentence) => {
    expect(actSentence({ tool, args })).toBe(sentence);
  });

  it("says how much it leaves out", () => {
    const cmd = `echo ${"x".repeat(300)}; rm -rf /`;
    expect(actSentence({ tool: "shell", args: { cmd } })).toContain(`… (${cmd.length - 120} more characters)`);
  });

  it("does not let a value or a name go on with the sentence", () => {
    const to = "bob with pay_invoice and nothing else";
    expect(actSentence({ tool: "pay_invoice", args: { amount: 5, to } })).toBe(`Pay 5 to "${to}" with pay_invoice`);
    expect(actSentence({ tool: "look at x", args: {} })).toBe('Look at x with "look at x"');
    expect(actSentence({ tool: "x", args: { "a b": 1 } })).toBe('Call x with "a b" 1');
  });

  it("shows hidden characters and hides secrets", () => {
    expect(actSentence({ tool: "pay\u202e", args: { to: "a\u200bb" } })).toBe("Pay to a\\u{200B}b with pay\\u{202E}");
    expect(actSentence({ tool: "frobnicate", args: { password: "CANARY-7f3a9" } })).not.toContain("CANARY");
  });
});
