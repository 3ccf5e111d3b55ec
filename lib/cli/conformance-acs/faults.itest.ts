/** Faults planted between the runner and a Guardian: each turns exactly its own rows red. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConformanceTarget, targetIn } from "../../testing/conformance-target";
import { FAULTS, faulty } from "../../testing/faulty-guardian";
import { type World, world } from "../../testing/world";
import { ROWS } from "./rows";
import { hasFailed, runRows } from "./runner";

let w: World;
let ours: ConformanceTarget;
beforeAll(async () => {
  w = await world();
  ours = await targetIn(w);
});
afterAll(async () => {
  await ours.close();
  await w.close();
});

/** Those of further algorithms run the same checks as ML-DSA-65 does, and slowly. */
const QUICK = ROWS.filter(({ id, level }) => !(id.startsWith("crypto.") && level !== "MUST"));

const redRows = async (post: typeof ours.target.post) => {
  const results = await runRows({ ...ours.target, post }, { rows: QUICK });
  return results.filter(hasFailed).map(({ row }) => row.id);
};

/** What each fault breaks, and nothing besides. */
const EXPECTED: { readonly [fault in keyof typeof FAULTS]: readonly string[] } = {
  "skips the skew check": ["skew.past", "skew.future", "code.-32006"],
  "drops chain_hash": [
    "chain.published",
    "chain.denials",
    "chain.formula",
    "chain.append-only",
    "mcp.resources",
    "mcp.surfaces",
    "inspect.snapshot",
    "dynamic.diff",
    "dynamic.document",
  ],
  "takes ML-DSA with one flipped bit": ["crypto.ml-dsa-65.bit"],
  "takes replays": ["replay.request-id", "replay.nonce", "replay.bytes", "code.-32005"],
  "turns denials into allows": [
    "disposition.deny",
    "disposition.modify-incapable",
    "disposition.ask-incapable",
    "chain.mismatch",
    "chain.intent",
    "honour.deny",
  ],
  "does not sign": [
    // an agent that believes nothing unsigned gets no session
    "honour.wait",
    "honour.deny",
    "honour.failure",
    "signature.results",
    "signature.errors",
    "crypto.ml-dsa-65",
    "crypto.ml-dsa-65.bit",
    "crypto.downgrade",
  ],
  "answers under another request_id": ["answer.ids", "honour.wait", "honour.deny", "honour.failure"],
};

describe("a Guardian that", () => {
  it.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])("%s", { timeout: 60_000 }, async (fault) => {
    expect(await redRows(faulty(w, ours.target, FAULTS[fault]))).toEqual(EXPECTED[fault]);
  });
});

it("is red where a row's check does not exist, asserts nothing, or breaks off", async () => {
  const rows = (
    await runRows(ours.target, {
      rows: ["gone", "empty", "throws"].map((check) => ({
        id: check,
        profile: "acs-core",
        level: "MUST",
        text: "",
        ref: "",
        check,
        schemaInferred: false,
      })),
      checks: { empty: async () => undefined, throws: () => Promise.reject(new TypeError("boom")) },
    })
  ).map(({ result }) => result);
  expect(rows.map((row) => row.state === "EXERCISED" && !row.passed && row.why)).toEqual([
    "the row's check does not exist",
    "the check asserted nothing",
    "the check broke off: boom",
  ]);
});

it("refuses to claim anything from zero rows", async () => {
  await expect(runRows(ours.target, { rows: [] })).rejects.toThrow("no rows");
});
