import { describe, expect, it } from "vitest";
import { Flights } from "./flights";

describe("reads that share a flight", () => {
  it("are one read while it is under way, and a new one afterwards", async () => {
    const flights = new Flights<number>();
    let reads = 0;
    const read = async () => {
      reads += 1;
      return reads;
    };
    expect(await Promise.all([flights.share("a", read), flights.share("a", read), flights.share("b", read)])).toEqual([
      1, 1, 2,
    ]);
    expect(await flights.share("a", read)).toBe(3);
  });

  it("fail together, and do not keep the failure", async () => {
    const flights = new Flights<number>();
    const fail = () => Promise.reject(new Error("away"));
    const both = await Promise.allSettled([flights.share("a", fail), flights.share("a", fail)]);
    expect(both.map((one) => one.status)).toEqual(["rejected", "rejected"]);
    expect(await flights.share("a", async () => 1)).toBe(1);
  });
});
