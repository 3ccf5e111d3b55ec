/** How the audit trail names what happened. */
import { describe, expect, it } from "vitest";
import { actionWords, detailSummary, subjectLink } from "./action-words";

describe("the audit trail's words", () => {
  it("name area and act", () => {
    expect(actionWords("agent_key.revoked")).toBe("Agent key: revoked");
    expect(actionWords("approval.digest_mismatch")).toBe("Approval: digest mismatch");
    expect(actionWords("restore")).toBe("Restore");
  });

  it("link subjects that have a page, and show the others as they are", () => {
    expect(subjectLink("approval:apr_1")).toEqual({ kind: "approval", id: "apr_1", href: "/approvals/apr_1" });
    expect(subjectLink("agent_key:key_1")).toEqual({ kind: "agent key", id: "key_1", href: null });
    expect(subjectLink("constructor:x").href).toBeNull();
    expect(subjectLink("no colon")).toEqual({ kind: "", id: "no colon", href: null });
  });

  it("put a detail on one line, cut where it is long", () => {
    expect(detailSummary('{"closed":2,"roles":["admin","analyst"],"owner":null}')).toBe(
      "closed 2, roles admin + analyst, owner none",
    );
    expect(detailSummary("not json")).toBe("not json");
    expect(detailSummary(`{"a":"${"x".repeat(500)}"}`)).toHaveLength(161);
  });
});
