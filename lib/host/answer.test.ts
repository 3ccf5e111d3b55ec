import { describe, expect, it } from "vitest";
import { nobleCrypto } from "../core/crypto-noble";
import { fromPlainObject } from "../core/json/build";
import { canonicalBytes, utf8 } from "../core/json/canonical";
import { signEnvelope } from "../core/wire/signature";
import { judgeAnswer } from "./answer";

const key = new Uint8Array(32).fill(7);
const requestId = "8d0b6b0e-4d6b-4f7a-9d1c-1f1c7f0e2a10";
const expected = { requestId, method: "steps/toolCallRequest", keys: { sessionKey: key } };

function answer(result: Record<string, unknown>, top: Record<string, unknown> = {}) {
  const head = { type: "final", acs_version: "0.1.0", request_id: requestId };
  const envelope = fromPlainObject({ jsonrpc: "2.0", id: requestId, result: { ...head, ...result }, ...top });
  return canonicalBytes(signEnvelope(nobleCrypto, envelope, "result", key, "k1"));
}
const judge = (bytes: Uint8Array) => judgeAnswer(nobleCrypto, bytes, expected);

describe("an answer", () => {
  it("is believed when it is signed, ours and well-formed", () => {
    expect(judge(answer({ decision: "allow" }))).toMatchObject({ kind: "result", result: { decision: "allow" } });
  });

  it("may spell the request_id in capitals", () => {
    expect(judge(answer({ decision: "allow", request_id: requestId.toUpperCase() })).kind).toBe("result");
  });

  it("is not believed with one bit changed", () => {
    const bytes = answer({ decision: "deny", reasoning: "no" });
    const changed = utf8(new TextDecoder().decode(bytes).replace('"deny"', '"deni"'));
    expect(judge(changed)).toMatchObject({ kind: "unusable", cause: "signature_invalid" });
  });

  it.each([
    ["a deny without reasoning", { decision: "deny" }],
    ["an ask without details", { decision: "ask", reasoning: "r" }],
    ["a chain head that is none", { decision: "allow", chain_hash: "xyz" }],
    ["a disposition in capitals", { decision: "ALLOW" }],
  ])("is not acted on when it is %s", (_title, result) => {
    expect(judge(answer(result))).toMatchObject({ kind: "unusable", cause: "answer_invalid" });
  });

  it("is not acted on when the hook does not permit its disposition", () => {
    const bytes = answer({ decision: "deny", reasoning: "r" });
    const judged = judgeAnswer(nobleCrypto, bytes, { ...expected, method: "steps/sessionEnd" });
    expect(judged).toMatchObject({ kind: "unusable", cause: "answer_invalid" });
  });

  it("has no members beside result", () => {
    const bytes = answer({ decision: "allow" }, { error: { code: 1, message: "m" } });
    expect(judge(bytes)).toMatchObject({ kind: "unusable", cause: "answer_invalid" });
  });

  it("stays the Guardian's word when its MODIFY is illegal, so that the posture never applies to it", () => {
    const modifications = { modified_content: "x", redactions: [] };
    expect(judge(answer({ decision: "modify", reasoning: "r", modifications })).kind).toBe("result");
  });
});

describe("an error answer", () => {
  const error = (id: string | null, code = -32005) =>
    canonicalBytes(
      fromPlainObject({ jsonrpc: "2.0", id, error: { code, message: "m", data: { reason: "replay_detected" } } }),
    );

  it("keeps its code and reason", () => {
    expect(judge(error(requestId))).toMatchObject({ kind: "error", code: -32005, reason: "replay_detected" });
  });

  it("may have no id, but not another one", () => {
    expect(judge(error(null)).kind).toBe("error");
    expect(judge(error("other"))).toMatchObject({ kind: "unusable", cause: "wrong_answer" });
  });
});
