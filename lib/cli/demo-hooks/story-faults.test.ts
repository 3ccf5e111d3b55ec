/** The demo says so when a host tells another story, and shows where. */
import { beforeAll, describe, expect, it } from "vitest";
import { referenceDriver } from "../../testing/frameworks/reference";
import { onCallGovernance } from "../../testing/on-call-governance";
import { ON_CALL_WORDS, type StoryRow } from "../../testing/refund-rows";
import { type RefundStory, tellRefundStory } from "../../testing/refund-story";
import { apartLines } from "./apart-text";
import { storyFaults } from "./story-faults";
import { hostLines, rowLines } from "./story-text";
import type { ToldHost } from "./tell-hosts";

const PLAIN = { colour: false };
let story: RefundStory;
beforeAll(async () => {
  story = await tellRefundStory(referenceDriver, onCallGovernance("reference"));
});

const host = (change: (story: RefundStory) => RefundStory = (same) => same): ToldHost => ({
  framework: "reference",
  version: "plain loop",
  story: change(story),
  native: null,
});
const faults = (change: (story: RefundStory) => RefundStory) => storyFaults(host(change), ON_CALL_WORDS);
const changedRow = (members: Partial<StoryRow>) => (told: RefundStory) => ({
  ...told,
  rows: told.rows.map((row, i) => (i === 18 ? { ...row, ...members } : row)),
});

describe("a story", () => {
  it("held where nothing is otherwise", () => {
    expect(storyFaults(host(), ON_CALL_WORDS)).toEqual([]);
  });

  it.each(["session", "point", "tool", "decision", "reason", "resolvedBy"] as const)(
    "did not hold where the %s of a row is another",
    (member) => {
      const [fault] = faults(changedRow({ [member]: "other" }));
      expect(fault).toMatch(/^reference: row 19 is .*other/);
      expect(fault).toContain(
        "not B 4 pre_tool_call issue_refund deny host_error:approval_identity_mismatch rejection",
      );
    },
  );

  it("did not hold where a row is missing, or there is one more", () => {
    expect(faults((told) => ({ ...told, rows: told.rows.slice(0, -1) }))).toEqual([
      "reference: row 20 is absent, not B 5 agent_shutdown allow",
    ]);
    expect(faults((told) => ({ ...told, rows: [...told.rows, ...told.rows.slice(0, 1)] }))[0]).toContain("not absent");
  });

  it("did not hold where money or data went another way", () => {
    expect(faults((told) => ({ ...told, refunds: [...told.refunds, { amount: 8400 }] }))[0]).toContain("[840,8400]");
    expect(faults((told) => ({ ...told, answer: "Refunded $840 for acct_2041." }))[0]).toContain("the customer got");
    const identities = { ...story.identities, stored: "sha256:0" };
    expect(faults((told) => ({ ...told, identities }))[0]).toContain("not tied");
    const ran = { ...story.malformed, refunds: [{ amount: 840 }] };
    expect(faults((told) => ({ ...told, malformed: ran }))).toEqual([
      "reference: the refund that the guard broke on was run",
    ]);
  });
});

describe("the page", () => {
  it("marks each row of each host, and spells out what differs", () => {
    const lines = rowLines([host(), host(changedRow({ decision: "allow", reason: null }))], ON_CALL_WORDS, PLAIN);
    expect(lines.filter((line) => line.endsWith("= ="))).toHaveLength(19);
    const at = lines.findIndex((line) => line.endsWith("= x"));
    expect(lines[at]).toContain("host_error:approval_identity_mismatch");
    expect(lines[at + 1]).toContain("reference: B 4 pre_tool_call issue_refund allow rejection");
  });

  it("names hosts that are absent, and what each did apart", () => {
    const absent = [{ framework: "mastra", why: "not installed" }];
    expect(hostLines({ hosts: [host()], absent }, PLAIN).join("\n")).toMatch(/mastra +not installed/);
    const native = {
      callback: "onTool",
      guardThrew: true,
      refundRan: true,
      guardCameFirst: true,
      ended: "normally",
    };
    const apart = apartLines([host(), { ...host(), native }], (text) => text).join("\n");
    expect(apart).toContain("refund not run: deny host_error:interceptor_failed");
    expect(apart).toContain("refund not run: deny host_error:approval_identity_mismatch");
    expect(apart).toContain("offers no callback around tools");
    expect(apart).toContain("REFUND RAN: onTool threw, nobody was told");
  });
});
