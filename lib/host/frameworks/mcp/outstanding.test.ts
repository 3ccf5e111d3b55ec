import { describe, expect, it } from "vitest";
import { type Asked, Outstanding } from "./outstanding";

const request = (originId: string | number, ownId: number, token = 0) => ({
  originId,
  ownId,
  method: "tools/list",
  params: { _meta: { progressToken: token } },
});
const forwarded = (asked: Asked | null): Asked => {
  if (asked === null) throw new Error("was not added");
  asked.state = "forwarded";
  return asked;
};

describe("the requests that are not answered yet", () => {
  it("are answered once, by our id, after they were handed on", () => {
    const outstanding = new Outstanding();
    const asked = outstanding.add(request("a", 1));
    expect(outstanding.answeredBy(1)).toBeNull();
    forwarded(asked);
    expect(outstanding.answeredBy("1")).toBeNull();
    expect(outstanding.answeredBy("a")).toBeNull();
    expect(outstanding.answeredBy(1)).toBe(asked);
    expect(outstanding.answeredBy(1)).toBeNull();
  });

  it("have ids of their own kind: 1 is not the text 1, and an id in use is refused", () => {
    const outstanding = new Outstanding();
    expect(outstanding.add(request(1, 1))).not.toBeNull();
    expect(outstanding.add(request("1", 2))).not.toBeNull();
    expect(outstanding.add(request(1, 3))).toBeNull();
    expect(outstanding.ofOrigin("1")?.ownId).toBe(2);
    const own = outstanding.add({ ...request(4, 4), deliver: () => undefined });
    expect(own).not.toBeNull();
    expect(outstanding.ofOrigin(4)).toBeNull();
  });

  it("are found by the token of their progress until they are cancelled", () => {
    const outstanding = new Outstanding();
    const asked = forwarded(outstanding.add(request(1, 1, 9)));
    expect(outstanding.withToken(9)).toBe(asked);
    asked.cancelling.abort();
    expect(outstanding.withToken(9)).toBeNull();
  });

  it("are bounded, and cancelled ones make room", () => {
    const outstanding = new Outstanding();
    const all = Array.from({ length: 2_000 }, (_, index) => forwarded(outstanding.add(request(index, index + 1))));
    expect(outstanding.add(request("more", 5_000))).toBeNull();
    const [first] = all;
    first?.cancelling.abort();
    expect(outstanding.add(request("more", 5_000))).not.toBeNull();
    expect(outstanding.answeredBy(1)).toBeNull();
  });
});
